//! Which constants the first part can come to; all others lie in the rest.
//!
//! The linker tells where each constant lies and which others it names (`--emit-relocs`). What is
//! named by the code of the first part, or by a constant that is, stays there. The rest lays down the
//! others before any of its functions is run, and no function of the first part can have their
//! addresses earlier.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::ops::Range;

use anyhow::{Context as _, Result, ensure};
use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{ConstExpr, DataSection, MemArg};
use wasmparser::{
    DataKind, DataSectionReader, FunctionBody, KnownCustom, Linking, Operator, Parser, Payload,
    RelocationEntry, RelocationType, SymbolInfo,
};

/// What the linker calls the constants.
const CONSTANTS: &str = ".rodata";

/// A number is taken for an address where it is one of the linker's. One that is not may be an
/// address with a number added to it, so constants this near are kept as well, in bytes. Ours: the
/// optimiser adds no more than the least index of a table.
const NEAR: u32 = 256;

/// Less than this is not worth a segment of its own, in bytes. Ours: its head takes eight.
const SHORT: u32 = 16;

/// Where constants lie, as the linker left them.
#[derive(Default)]
pub(super) struct Layout {
    /// Addresses of all constants, in order.
    all: Vec<Range<u32>>,
    /// The length of the longest.
    longest: u32,
    /// By its place among all, which others a constant names.
    names: BTreeMap<usize, Vec<usize>>,
    /// Those that are named from other data, or by an address that is not in them.
    pinned: BTreeSet<usize>,
    /// Addresses that code names.
    addresses: BTreeSet<u32>,
    /// The bytes of all constants, from the address of the first one on.
    bytes: (u32, Vec<u8>),
}

impl Layout {
    /// Reads it from what was linked with relocations.
    pub(super) fn read(linked: &[u8]) -> Result<Self> {
        let mut segments = Vec::new();
        let mut section = 0;
        let (mut names, mut symbols) = (Vec::new(), Vec::new());
        let (mut of_code, mut of_data) = (Vec::new(), Vec::new());
        for payload in Parser::new(0).parse_all(linked) {
            match payload? {
                Payload::DataSection(data) => {
                    section = data.range().start;
                    segments = segments_of(&data)?;
                }
                Payload::CustomSection(custom) => match custom.as_known() {
                    KnownCustom::Linking(linking) => {
                        for part in linking.subsections() {
                            match part? {
                                Linking::SegmentInfo(all) => {
                                    for one in all {
                                        names.push(one?.name);
                                    }
                                }
                                Linking::SymbolTable(all) => {
                                    for one in all {
                                        symbols.push(one?);
                                    }
                                }
                                _ => {}
                            }
                        }
                    }
                    KnownCustom::Reloc(relocations) => {
                        let kept = match custom.name() {
                            "reloc.CODE" => &mut of_code,
                            "reloc.DATA" => &mut of_data,
                            _ => continue,
                        };
                        for one in relocations.entries() {
                            kept.push(one?);
                        }
                    }
                    _ => {}
                },
                _ => {}
            }
        }
        let which = names.iter().position(|name| *name == CONSTANTS);
        let which = which.context("expected an engine that is linked with --emit-relocs")?;
        let home = segments.get(which).context("expected a segment of constants")?;
        let mut all = Vec::new();
        // Places among all by the number of a symbol.
        let mut places = BTreeMap::new();
        for (number, symbol) in symbols.iter().enumerate() {
            if let SymbolInfo::Data { symbol: Some(symbol), .. } = symbol
                && symbol.index as usize == which
            {
                let from = home.address + symbol.offset;
                all.push((from..from + symbol.size, number));
            }
        }
        all.sort_unstable_by_key(|(at, number)| (at.start, at.end, *number));
        for (place, (_, number)) in all.iter().enumerate() {
            places.insert(u32::try_from(*number)?, place);
        }
        let all: Vec<Range<u32>> = all.into_iter().map(|(at, _)| at).collect();
        let mut layout = Self {
            longest: all.iter().map(|one| one.end - one.start).max().unwrap_or_default(),
            all,
            names: BTreeMap::new(),
            pinned: BTreeSet::new(),
            addresses: BTreeSet::new(),
            bytes: (home.address, home.bytes.to_vec()),
        };
        for one in of_code.iter().filter(|one| names_memory(one)) {
            let Some(place) = places.get(&one.index) else { continue };
            let at = layout.all[*place].clone();
            let address = i64::from(at.start) + one.addend;
            layout.addresses.insert(u32::try_from(address)?);
            if !(i64::from(at.start)..=i64::from(at.end)).contains(&address) {
                layout.pinned.insert(*place);
            }
        }
        for one in of_data.iter().filter(|one| names_memory(one)) {
            let Some(place) = places.get(&one.index) else { continue };
            let at = section + one.offset as usize;
            let near = at.checked_sub(home.offset).filter(|near| *near < home.bytes.len());
            let Some(near) = near else {
                layout.pinned.insert(*place);
                continue;
            };
            let address = home.address + u32::try_from(near)?;
            for from in layout.around(address..address + 1) {
                layout.names.entry(from).or_default().push(*place);
            }
        }
        Ok(layout)
    }

    /// Places of the constants that lie in a range, or touch it: an address behind the last byte is
    /// one of a constant, too.
    fn around(&self, range: Range<u32>) -> Vec<usize> {
        // Constants may share bytes, so one that begins long before may still reach it.
        let before = range.start.saturating_sub(self.longest);
        let from = self.all.partition_point(|one| one.start < before);
        let to = self.all.partition_point(|one| one.start < range.end);
        (from..to).filter(|place| self.all[*place].end >= range.start).collect()
    }

    /// Addresses of the constants that code of these bodies cannot come to.
    pub(super) fn unnamed<'a>(
        &self,
        bodies: impl Iterator<Item = &'a FunctionBody<'a>>,
    ) -> Result<Vec<Range<u32>>> {
        let mut numbers = Numbers::default();
        for body in bodies {
            for operator in body.get_operators_reader()? {
                numbers.note(&operator?)?;
            }
        }
        let mut open: Vec<usize> = self.pinned.iter().copied().collect();
        for number in numbers.0 {
            let known = self.addresses.contains(&number);
            let near = if known { 0 } else { NEAR };
            open.extend(self.around(number.saturating_sub(near)..number.saturating_add(near + 1)));
        }
        let mut kept = BTreeSet::new();
        while let Some(place) = open.pop() {
            if kept.insert(place) {
                open.extend(self.names.get(&place).into_iter().flatten());
            }
        }
        // What lies in no constant is kept as well.
        let mut unnamed: Vec<Range<u32>> = Vec::new();
        let mut reached = self.bytes.0;
        for (place, at) in self.all.iter().enumerate() {
            let from = at.start.max(reached);
            reached = reached.max(at.end);
            if kept.contains(&place) {
                // Another that shares its bytes may have come before.
                while let Some(last) = unnamed.last_mut().filter(|last| last.end > at.start) {
                    last.end = last.end.min(at.start);
                    if last.start < last.end {
                        break;
                    }
                    unnamed.pop();
                }
            } else if from < at.end {
                match unnamed.last_mut() {
                    Some(last) if last.end == from => last.end = at.end,
                    _ => unnamed.push(from..at.end),
                }
            }
        }
        unnamed.retain(|one| one.end - one.start >= SHORT);
        Ok(unnamed)
    }

    /// Deals data out: first what stays, then what lies in these ranges.
    pub(super) fn deal(
        &self,
        data: &DataSectionReader<'_>,
        ranges: &[Range<u32>],
    ) -> Result<(DataSection, DataSection)> {
        let (mut first, mut rest) = (DataSection::new(), DataSection::new());
        for segment in segments_of(data)? {
            let at = segment.address..segment.address + u32::try_from(segment.bytes.len())?;
            self.compare(&segment)?;
            let mut from = at.start;
            let cut = ranges.iter().filter(|one| one.start < at.end && one.end > at.start);
            for one in cut {
                let (start, end) = (one.start.max(at.start), one.end.min(at.end));
                lay(&mut first, &segment, from..start)?;
                lay(&mut rest, &segment, start..end)?;
                from = end;
            }
            lay(&mut first, &segment, from..at.end)?;
        }
        Ok((first, rest))
    }

    /// Constants have to lie where the linker laid them.
    fn compare(&self, segment: &Segment<'_>) -> Result<()> {
        let (from, bytes) = &self.bytes;
        for (at, byte) in (segment.address..).zip(segment.bytes) {
            let linked = at.checked_sub(*from).and_then(|at| bytes.get(at as usize));
            ensure!(
                linked.is_none_or(|linked| linked == byte),
                "expected constants where the linker laid them; address {at} differs"
            );
        }
        Ok(())
    }
}

/// Data that is in the memory from the start.
struct Segment<'a> {
    address: u32,
    bytes: &'a [u8],
    /// Where its bytes begin in the file.
    offset: usize,
}

fn segments_of<'a>(data: &DataSectionReader<'a>) -> Result<Vec<Segment<'a>>> {
    let mut all = Vec::new();
    for one in data.clone() {
        let one = one?;
        let DataKind::Active { offset_expr, .. } = &one.kind else { continue };
        let Operator::I32Const { value } = offset_expr.get_operators_reader().read()? else {
            continue;
        };
        let offset = one.range.end - one.data.len();
        all.push(Segment { address: value.cast_unsigned(), bytes: one.data, offset });
    }
    ensure!(all.len() == data.count() as usize, "expected data at addresses that are numbers");
    Ok(all)
}

fn lay(section: &mut DataSection, segment: &Segment<'_>, at: Range<u32>) -> Result<()> {
    if at.start >= at.end {
        return Ok(());
    }
    let place = |address: u32| (address - segment.address) as usize;
    let bytes = segment.bytes[place(at.start)..place(at.end)].iter().copied();
    section.active(0, &ConstExpr::i32_const(at.start.cast_signed()), bytes);
    Ok(())
}

fn names_memory(one: &RelocationEntry) -> bool {
    matches!(
        one.ty,
        RelocationType::MemoryAddrLeb
            | RelocationType::MemoryAddrSleb
            | RelocationType::MemoryAddrI32
    )
}

/// Numbers of code that may be addresses.
#[derive(Default)]
struct Numbers(BTreeSet<u32>);

impl Numbers {
    fn note(&mut self, operator: &Operator<'_>) -> Result<()> {
        match operator {
            Operator::I32Const { value } => {
                self.0.insert(value.cast_unsigned());
            }
            // Two that are stored at once.
            Operator::I64Const { value } => self.halves(&value.to_le_bytes())?,
            Operator::V128Const { value } => self.halves(value.bytes())?,
            // What an instruction adds to an address is found by walking over it.
            other => {
                self.instruction(other.clone())?;
            }
        }
        Ok(())
    }

    fn halves(&mut self, bytes: &[u8]) -> Result<()> {
        for four in bytes.chunks_exact(4) {
            self.0.insert(u32::from_le_bytes(four.try_into()?));
        }
        Ok(())
    }
}

impl Reencode for Numbers {
    type Error = Infallible;

    fn mem_arg(&mut self, arg: wasmparser::MemArg) -> Result<MemArg, Error<Infallible>> {
        if let Ok(offset) = u32::try_from(arg.offset) {
            self.0.insert(offset);
        }
        utils::mem_arg(self, arg)
    }
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{
        CodeSection, Function, FunctionSection, Instruction, Module, TypeSection, ValType,
    };
    use wasmparser::BinaryReader;

    use super::*;

    /// Where the constants of these tests begin.
    const FROM: u32 = 1_000;

    /// Constants of 20 bytes each with a gap behind them, of which some name others.
    fn layout(count: u32, gap: u32, names: &[(usize, usize)]) -> Layout {
        let each = 20 + gap;
        let mut by: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (from, to) in names {
            by.entry(*from).or_default().push(*to);
        }
        let all: Vec<Range<u32>> =
            (0..count).map(|one| FROM + one * each..FROM + one * each + 20).collect();
        Layout {
            longest: 20,
            addresses: all.iter().map(|one| one.start).collect(),
            bytes: (FROM, (0..=255).cycle().take((each * count) as usize).collect()),
            all,
            names: by,
            pinned: BTreeSet::new(),
        }
    }

    /// What code of these instructions cannot come to.
    fn unnamed(layout: &Layout, instructions: &[Instruction<'_>]) -> Vec<Range<u32>> {
        let mut code = CodeSection::new();
        let mut function = Function::new_with_locals_types([ValType::I32]);
        for instruction in instructions {
            function.instruction(instruction);
        }
        function.instruction(&Instruction::End);
        code.function(&function);
        let mut types = TypeSection::new();
        types.ty().function([], []);
        let mut functions = FunctionSection::new();
        functions.function(0);
        let mut module = Module::new();
        module.section(&types).section(&functions).section(&code);
        let module = module.finish();
        let mut bodies = Vec::new();
        for payload in Parser::new(0).parse_all(&module) {
            if let Payload::CodeSectionEntry(body) = payload.unwrap() {
                bodies.push(body);
            }
        }
        layout.unnamed(bodies.iter()).unwrap()
    }

    #[test]
    fn what_is_named_stays_with_all_that_it_names() {
        let layout = layout(8, 5, &[(1, 3), (3, 6), (5, 7)]);
        let found = unnamed(&layout, &[Instruction::I32Const(1_025)]);
        let others = [1_000, 1_050, 1_100, 1_125, 1_175];
        assert_eq!(found, others.map(|from| from..from + 20));
    }

    #[test]
    fn addresses_are_found_in_loads_and_in_halves_of_longer_numbers() {
        let layout = layout(9, 5, &[]);
        let memory_index = 0;
        let load = Instruction::I32Load(MemArg { offset: 1_000, align: 2, memory_index });
        let two = (1_050_i64 << 32) | 1_100;
        let lanes = (1_150_i128 << 64) | 1_200;
        let code = [
            Instruction::I32Const(0),
            load,
            Instruction::Drop,
            Instruction::I64Const(two),
            Instruction::Drop,
            Instruction::V128Const(lanes),
            Instruction::Drop,
        ];
        let others = [1_025, 1_075, 1_125, 1_175];
        assert_eq!(unnamed(&layout, &code), others.map(|from| from..from + 20));
    }

    #[test]
    fn an_address_behind_the_last_byte_is_one_of_its_constant() {
        let layout = layout(5, 0, &[]);
        let found = unnamed(&layout, &[Instruction::I32Const(1_040)]);
        assert_eq!(found, [1_000..1_020, 1_060..1_100], "and of the one that begins there");
    }

    #[test]
    fn near_a_number_that_the_linker_does_not_know_all_is_kept() {
        let (number, last) = (1_603, FROM + 20 * 60);
        let found = unnamed(&layout(60, 0, &[]), &[Instruction::I32Const(1_603)]);
        assert_eq!(found, [FROM..1_340, 1_860..last]);
        let gaps = [number - 1_340, 1_860 - number];
        assert!(gaps.iter().all(|gap| *gap >= NEAR), "{gaps:?}");
    }

    #[test]
    fn what_is_pinned_stays_though_nothing_names_it() {
        let mut layout = layout(4, 0, &[(3, 0)]);
        layout.pinned.insert(3);
        assert_eq!(unnamed(&layout, &[]), std::slice::from_ref(&(1_020..1_060)));
    }

    #[test]
    fn of_constants_that_share_bytes_those_that_are_named_stay() {
        let mut layout = layout(2, 0, &[]);
        layout.all = vec![1_000..1_100, 1_040..1_060];
        layout.longest = 100;
        layout.addresses = BTreeSet::from([1_040]);
        // Its address lies in both.
        assert_eq!(unnamed(&layout, &[Instruction::I32Const(1_040)]), []);
        layout.pinned.insert(1);
        assert_eq!(unnamed(&layout, &[]), std::slice::from_ref(&(1_000..1_040)));
    }

    #[test]
    fn all_data_is_dealt_out_once() {
        let layout = layout(5, 0, &[]);
        let bytes = layout.bytes.1.clone();
        let mut section = DataSection::new();
        section.active(0, &ConstExpr::i32_const(FROM.cast_signed()), bytes.iter().copied());
        section.active(0, &ConstExpr::i32_const(50), *b"other");
        let read = |section: DataSection| -> BTreeMap<u32, Vec<u8>> {
            let mut module = Module::new();
            module.section(&section);
            let module = module.finish();
            let Some(Payload::DataSection(data)) = Parser::new(0)
                .parse_all(&module)
                .flatten()
                .find(|payload| matches!(payload, Payload::DataSection(_)))
            else {
                return BTreeMap::new();
            };
            let all = segments_of(&data).unwrap();
            all.into_iter().map(|one| (one.address, one.bytes.to_vec())).collect()
        };
        let mut module = Module::new();
        module.section(&section);
        let module = module.finish();
        let range = Parser::new(0)
            .parse_all(&module)
            .flatten()
            .find_map(|payload| match payload {
                Payload::DataSection(data) => Some(data.range()),
                _ => None,
            })
            .unwrap();
        let data = DataSectionReader::new(BinaryReader::new(&module[range], 0)).unwrap();
        let (first, rest) = layout.deal(&data, &[1_020..1_040, 1_080..1_100]).unwrap();
        let (first, rest) = (read(first), read(rest));
        assert_eq!(first.keys().copied().collect::<Vec<_>>(), [50, 1_000, 1_040]);
        assert_eq!(rest.keys().copied().collect::<Vec<_>>(), [1_020, 1_080]);
        assert_eq!(first[&1_040], bytes[40..80]);
        assert_eq!(rest[&1_080], bytes[80..100]);
        let moved = Layout { bytes: (FROM, vec![9; 100]), ..layout };
        assert!(moved.deal(&data, &[]).is_err(), "expected constants that moved to be told of");
    }
}
