//! Makes functions of what a first visit leaves out within a function that it does run through.
//!
//! Most of a function is for cases that the first example is none of. Where a visit turns off a row of
//! instructions and never comes back to what is left of it, that end becomes a function of its own: it
//! takes the operands and locals that it reads, gives back the locals that it wrote, and says by which
//! way it was left. The engine answers as before, so an end may be taken for any reason; that it was
//! not run through only tells what taking it is worth.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result};
use wasm_encoder::reencode::{Reencode as _, RoundtripReencoder};
use wasm_encoder::{
    BlockType, CodeSection, Function, FunctionSection, Instruction, Module, TypeSection, ValType,
};
use wasmparser::{
    FrameKind, FuncType, FuncValidator, FuncValidatorAllocations, FunctionBody, Operator, Payload,
    ValidPayload, Validator, ValidatorResources, WasmFeatures,
};

use super::Known;
use super::wanted::{Wanted, wanted};

/// Whether the instruction ends a stretch: what follows may be run more or less often.
pub(super) fn turns(operator: &Operator<'_>) -> bool {
    matches!(
        operator,
        Operator::If { .. }
            | Operator::Else
            | Operator::End
            | Operator::Loop { .. }
            | Operator::BrIf { .. }
            | Operator::Br { .. }
            | Operator::BrTable { .. }
            | Operator::Return
            | Operator::Unreachable
    )
}

/// How many stretches a body has: rows of instructions of which all are run or none.
pub(super) fn stretches(body: &FunctionBody<'_>) -> Result<u32> {
    let mut count = 1;
    let mut operators = body.get_operators_reader()?;
    while !operators.eof() {
        if turns(&operators.read()?) && !operators.eof() {
            count += 1;
        }
    }
    Ok(count)
}

/// The same engine, in which the ends that are worth it are functions behind all others. What ran
/// are the numbers of stretches, counted through all bodies.
pub(super) fn apart(engine: &[u8], ran: &BTreeSet<u32>) -> Result<Vec<u8>> {
    let known = Known::read(engine)?;
    let mut made = Made { known: &known, signatures: Vec::new(), ends: Vec::new() };
    let mut code = CodeSection::new();
    // What has labels and is none of WebAssembly 2.0 would be moved wrongly, so it is refused.
    let mut validator = Validator::new_with_features(WasmFeatures::WASM2);
    let mut kept = FuncValidatorAllocations::default();
    let mut before = 0;
    for payload in &known.payloads {
        if let ValidPayload::Func(function, body) = validator.payload(payload)? {
            let count = stretches(&body)?;
            let stretches: Vec<bool> =
                (before..before + count).map(|one| ran.contains(&one)).collect();
            before += count;
            // What was never entered is taken whole, elsewhere.
            if stretches.contains(&true) {
                let validator = function.into_validator(std::mem::take(&mut kept));
                let (changed, validator) =
                    Opened::read(&body, stretches, validator)?.shut(&mut made)?;
                code.function(&changed);
                kept = validator.into_allocations();
            } else {
                code.raw(&engine[body.range()]);
            }
        }
    }
    for (_, end) in &made.ends {
        code.function(end);
    }
    let engine = made.module(&code)?;
    Validator::new().validate_all(&engine).context("an end was taken wrongly")?;
    Ok(engine)
}

/// What the module gets beyond what it has.
struct Made<'a> {
    /// The engine.
    known: &'a Known<'a>,
    /// Types of ends: what they take and give.
    signatures: Vec<(Vec<ValType>, Vec<ValType>)>,
    /// The type of each end, and itself.
    ends: Vec<(usize, Function)>,
}

impl Made<'_> {
    /// Adds an end, and gives its number.
    fn push(
        &mut self,
        takes: Vec<ValType>,
        gives: Vec<ValType>,
        function: Function,
    ) -> Result<u32> {
        let signature = (takes, gives);
        let known = self.signatures.iter().position(|one| *one == signature);
        let kind = known.unwrap_or(self.signatures.len());
        if known.is_none() {
            self.signatures.push(signature);
        }
        self.ends.push((kind, function));
        Ok(u32::try_from(self.known.functions.len() + self.ends.len() - 1)?)
    }

    fn module(&self, code: &CodeSection) -> Result<Vec<u8>> {
        let mut same = RoundtripReencoder;
        let mut module = Module::new();
        let kinds = u32::try_from(self.known.types.len())?;
        for payload in &self.known.payloads {
            match payload {
                Payload::TypeSection(section) => {
                    let mut types = TypeSection::new();
                    same.parse_type_section(&mut types, section.clone())?;
                    for (takes, gives) in &self.signatures {
                        types.ty().function(takes.iter().copied(), gives.iter().copied());
                    }
                    module.section(&types);
                }
                Payload::FunctionSection(section) => {
                    let mut functions = FunctionSection::new();
                    same.parse_function_section(&mut functions, section.clone())?;
                    for (kind, _) in &self.ends {
                        functions.function(kinds + u32::try_from(*kind)?);
                    }
                    module.section(&functions);
                }
                Payload::CodeSectionStart { .. } => {
                    module.section(code);
                }
                other => self.known.copy_as_it_is(&mut module, other),
            }
        }
        Ok(module.finish())
    }
}

/// A function whose ends are looked for.
struct Opened<'a> {
    /// Types of parameters and locals.
    locals: Vec<wasmparser::ValType>,
    parameters: usize,
    operators: Vec<Operator<'a>>,
    /// Where each instruction begins, and behind them where the last one ends.
    offsets: Vec<usize>,
    /// Whether an instruction was run.
    ran: Vec<bool>,
    validator: FuncValidator<ValidatorResources>,
}

/// The end of a row of instructions: from one of them until the row is over.
struct End {
    from: usize,
    /// The `end` or `else` behind it, which is none of it.
    to: usize,
    /// Types of the operands that lie there as it begins.
    operands: Vec<ValType>,
    /// Types that a jump takes along, by the depth of its label; the row's own is the first.
    labels: Vec<Vec<ValType>>,
    /// The row belongs to a loop: a jump to its label begins it anew.
    in_loop: bool,
    /// Types of what is there behind the row, if it can be walked to its end.
    falls: Option<Vec<ValType>>,
    /// Locals that are read in it or behind it.
    wanted: Wanted,
}

/// A way out of an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    /// On behind the row of a loop; behind all other rows that is a jump to their label.
    On,
    /// To the label of this depth.
    To(usize),
}

impl<'a> Opened<'a> {
    fn read(
        body: &FunctionBody<'a>,
        stretches: Vec<bool>,
        mut validator: FuncValidator<ValidatorResources>,
    ) -> Result<Self> {
        let parameters = validator.len_locals() as usize;
        validator.read_locals(&mut body.get_binary_reader())?;
        let locals = (0..validator.len_locals())
            .map(|local| validator.get_local_type(local).context("a local without a type"))
            .collect::<Result<_>>()?;
        let (mut operators, mut offsets, mut ran) = (Vec::new(), Vec::new(), Vec::new());
        let mut reader = body.get_operators_reader()?;
        let mut stretch = 0;
        while !reader.eof() {
            offsets.push(reader.original_position());
            let operator = reader.read()?;
            ran.push(stretches[stretch]);
            stretch += usize::from(turns(&operator));
            operators.push(operator);
        }
        offsets.push(reader.original_position());
        Ok(Self { locals, parameters, operators, offsets, ran, validator })
    }

    /// Where rows end that have not been run to their end, by where what was not run begins. Those
    /// within them are none.
    fn unrun(&self) -> BTreeMap<usize, usize> {
        let mut found = BTreeMap::new();
        // Where what is left of each open row begins, if it was not run so far.
        let mut open: Vec<Option<usize>> = vec![None];
        for (at, operator) in self.operators.iter().enumerate() {
            let closes = matches!(operator, Operator::End | Operator::Else);
            if closes && let Some(Some(from)) = open.pop() {
                found.insert(from, at);
            }
            if matches!(operator, Operator::Else) {
                open.push(None);
            }
            if closes {
                continue;
            }
            if self.ran[at] {
                // What was run after all is none of it, nor is what it lies in.
                open.fill(None);
            } else if let Some(row) = open.last_mut() {
                row.get_or_insert(at);
            }
            if opens(operator) {
                open.push(None);
            }
        }
        // Of two in each other the outer one.
        let mut reached = 0;
        found.retain(|_, to| {
            let outer = *to > reached;
            reached = reached.max(*to);
            outer
        });
        found
    }

    /// Takes the ends that are worth it. Gives the validator back for the next function.
    fn shut(
        mut self,
        made: &mut Made<'_>,
    ) -> Result<(Function, FuncValidator<ValidatorResources>)> {
        let ends = self.ends(made)?;
        let mut site = Site { temporaries: Vec::new(), first: self.locals.len() };
        let mut instructions = Vec::new();
        let mut at = 0;
        while at < self.operators.len() {
            if let Some(end) = ends.get(&at)
                && let Some(call) = self.take(end, &mut site, made)?
            {
                instructions.extend(call);
                at = end.to;
            } else {
                instructions.push(RoundtripReencoder.instruction(self.operators[at].clone())?);
                at += 1;
            }
        }
        let mut locals = Vec::new();
        for local in &self.locals[self.parameters..] {
            locals.push(RoundtripReencoder.val_type(*local)?);
        }
        locals.extend(site.temporaries);
        let mut function = Function::new_with_locals_types(locals);
        for instruction in &instructions {
            function.instruction(instruction);
        }
        Ok((function, self.validator))
    }

    /// What lies around each row that was not run to its end, but for those that nothing comes to.
    fn ends(&mut self, made: &Made<'_>) -> Result<BTreeMap<usize, End>> {
        let unrun = self.unrun();
        let mut ends: BTreeMap<usize, End> = BTreeMap::new();
        let mut behind: BTreeMap<usize, usize> = BTreeMap::new();
        for at in 0..self.operators.len() {
            if let Some(end) = behind.get(&at).and_then(|from| ends.get_mut(from)) {
                let row = self.validator.get_control_frame(0).context("a row without a frame")?;
                if !row.unreachable {
                    end.falls = Some(types(&made.known.types, row.block_type, true)?);
                }
            }
            if let Some(to) = unrun.get(&at)
                && let Some(end) = self.surroundings(at, *to, made)?
            {
                behind.insert(*to, at);
                ends.insert(at, end);
            }
            self.validator.op(self.offsets[at], &self.operators[at])?;
        }
        let places = ends.keys().copied().collect();
        for (at, wanted) in wanted(&self.operators, &places)? {
            if let Some(end) = ends.get_mut(&at) {
                end.wanted = wanted;
            }
        }
        Ok(ends)
    }

    /// What lies around the rest of a row, unless nothing comes to it.
    fn surroundings(&self, from: usize, to: usize, made: &Made<'_>) -> Result<Option<End>> {
        let row = self.validator.get_control_frame(0).context("a row without a frame")?;
        if row.unreachable {
            return Ok(None);
        }
        let lie = self.validator.operand_stack_height() as usize - row.height;
        let mut operands = Vec::with_capacity(lie);
        for depth in (0..lie).rev() {
            let Some(Some(kind)) = self.validator.get_operand_type(depth) else {
                return Ok(None);
            };
            operands.push(RoundtripReencoder.val_type(kind)?);
        }
        let mut labels = Vec::new();
        for depth in 0..self.validator.control_stack_height() as usize {
            let frame =
                self.validator.get_control_frame(depth).context("a label without a frame")?;
            labels.push(types(&made.known.types, frame.block_type, frame.kind != FrameKind::Loop)?);
        }
        let in_loop = row.kind == FrameKind::Loop;
        Ok(Some(End {
            from,
            to,
            operands,
            labels,
            in_loop,
            falls: None,
            wanted: Wanted::default(),
        }))
    }

    /// Makes a function of an end, if it is worth it. Gives what stands in its place.
    fn take(
        &self,
        end: &End,
        site: &mut Site,
        made: &mut Made<'_>,
    ) -> Result<Option<Vec<Instruction<'static>>>> {
        let Some(ways) = self.ways(end) else { return Ok(None) };
        let (reads, writes) = self.traffic(end, &ways);
        let slots = Slots::of(end, &ways);
        let coded = ways.len() > 1;
        let several = usize::from(coded);
        let stands = 2 * (reads.len() + writes.len() + slots.types.len())
            + several * (ways.len() + 3)
            // The call.
            + 8
            // Its type.
            + (3 + end.operands.len() + reads.len() + writes.len() + slots.types.len() + several);
        if self.offsets[end.to] - self.offsets[end.from] <= stands {
            return Ok(None);
        }
        let mut takes = end.operands.clone();
        for local in &reads {
            takes.push(self.local(*local)?);
        }
        let mut gives = slots.types.clone();
        gives.extend(coded.then_some(ValType::I32));
        for local in &writes {
            gives.push(self.local(*local)?);
        }
        let function = self.body(end, &ways, &slots, &reads, &writes)?;
        let number = made.push(takes, gives, function)?;
        let mut call = Vec::new();
        for local in reads {
            call.push(Instruction::LocalGet(local));
        }
        call.push(Instruction::Call(number));
        for local in writes.iter().rev() {
            call.push(Instruction::LocalSet(*local));
        }
        site.leave(end, &ways, &slots, &mut call)?;
        Ok(Some(call))
    }

    fn local(&self, local: u32) -> Result<ValType> {
        let kind = self.locals.get(local as usize).context("a local that is not there")?;
        Ok(RoundtripReencoder.val_type(*kind)?)
    }

    /// The ways out of an end, or none if one of them cannot be moved.
    fn ways(&self, end: &End) -> Option<Vec<Way>> {
        let mut ways = BTreeSet::new();
        if end.falls.is_some() {
            ways.insert(end.on());
        }
        let mut depth = 0;
        for operator in &self.operators[end.from..end.to] {
            let (mut targets, most) = match operator {
                Operator::Br { relative_depth } | Operator::BrIf { relative_depth } => {
                    (vec![*relative_depth], 1)
                }
                Operator::BrTable { targets } => {
                    let mut all = targets.targets().collect::<Result<Vec<_>, _>>().ok()?;
                    all.push(targets.default());
                    (all, 0)
                }
                Operator::Return => {
                    ways.insert(Way::To(end.labels.len() - 1));
                    continue;
                }
                Operator::End => {
                    depth -= 1;
                    continue;
                }
                one if opens(one) => {
                    depth += 1;
                    continue;
                }
                _ => continue,
            };
            targets.retain(|target| *target as usize >= depth);
            for target in targets {
                let way = Way::To(target as usize - depth);
                if end.carried(way).len() > most {
                    return None;
                }
                ways.insert(way);
            }
        }
        // Rust's functions and rows leave one value at most.
        if ways.iter().any(|way| end.carried(*way).len() > 1) {
            return None;
        }
        // The one that needs no jump goes last.
        let mut ways: Vec<Way> = ways.into_iter().collect();
        ways.sort_by_key(|way| end.falls.is_some() && *way == end.on());
        Some(ways)
    }

    /// The locals that an end is given, and those that it gives back.
    fn traffic(&self, end: &End, ways: &[Way]) -> (Vec<u32>, Vec<u32>) {
        let (mut seen, mut written) = (BTreeSet::new(), BTreeSet::new());
        for operator in &self.operators[end.from..end.to] {
            match operator {
                Operator::LocalGet { local_index } => {
                    seen.insert(*local_index);
                }
                Operator::LocalSet { local_index } | Operator::LocalTee { local_index } => {
                    seen.insert(*local_index);
                    written.insert(*local_index);
                }
                _ => {}
            }
        }
        let behind: BTreeSet<u32> = ways.iter().flat_map(|way| end.wanted_by(*way)).collect();
        let reads = seen.intersection(&end.wanted.here).copied().collect();
        let writes = written.intersection(&behind).copied().collect();
        (reads, writes)
    }

    /// The function that an end becomes.
    fn body(
        &self,
        end: &End,
        ways: &[Way],
        slots: &Slots,
        reads: &[u32],
        writes: &[u32],
    ) -> Result<Function> {
        let count = |length: usize| -> Result<u32> { Ok(u32::try_from(length)?) };
        let operands = count(end.operands.len())?;
        let mut places: BTreeMap<u32, u32> = reads.iter().copied().zip(operands..).collect();
        let mut own = Vec::new();
        let mut next = operands + count(reads.len())?;
        for operator in &self.operators[end.from..end.to] {
            if let Operator::LocalGet { local_index: local }
            | Operator::LocalSet { local_index: local }
            | Operator::LocalTee { local_index: local } = operator
                && !places.contains_key(local)
            {
                places.insert(*local, next);
                own.push(self.local(*local)?);
                next += 1;
            }
        }
        let (code, condition, slot) = (next, next + 1, next + 2);
        own.extend([ValType::I32, ValType::I32]);
        own.extend(&slots.types);
        let mut function = Function::new_with_locals_types(own);
        let mut out = |instruction: Instruction<'_>| {
            function.instruction(&instruction);
        };
        let place = |local: &u32| places.get(local).copied().context("a local without a place");
        // Says which way it is left by.
        let say = |way: Way, out: &mut dyn FnMut(Instruction<'_>)| -> Result<()> {
            let number = ways.iter().position(|one| *one == way).context("a way not found")?;
            if number > 0 {
                out(Instruction::I32Const(i32::try_from(number)?));
                out(Instruction::LocalSet(code));
            }
            Ok(())
        };
        // The same, and lays down what is taken along.
        let leave = |way: Way, out: &mut dyn FnMut(Instruction<'_>)| -> Result<()> {
            if let Some(place) = slots.place(end, way) {
                out(Instruction::LocalSet(slot + count(place)?));
            }
            say(way, out)
        };
        // Around it: one that is left by jumps, and one that is walked to its end.
        out(Instruction::Block(BlockType::Empty));
        let falls = end.falls.as_deref().unwrap_or_default();
        out(Instruction::Block(
            falls.first().map_or(BlockType::Empty, |kind| BlockType::Result(*kind)),
        ));
        for operand in 0..operands {
            out(Instruction::LocalGet(operand));
        }
        let mut depth = 0_u32;
        for operator in &self.operators[end.from..end.to] {
            let outside =
                |target: u32| (target >= depth).then(|| Way::To(target as usize - depth as usize));
            match operator {
                Operator::LocalGet { local_index } => {
                    out(Instruction::LocalGet(place(local_index)?))
                }
                Operator::LocalSet { local_index } => {
                    out(Instruction::LocalSet(place(local_index)?))
                }
                Operator::LocalTee { local_index } => {
                    out(Instruction::LocalTee(place(local_index)?))
                }
                Operator::Return => {
                    leave(Way::To(end.labels.len() - 1), &mut out)?;
                    out(Instruction::Br(depth + 1));
                }
                Operator::Br { relative_depth } if let Some(way) = outside(*relative_depth) => {
                    leave(way, &mut out)?;
                    out(Instruction::Br(depth + 1));
                }
                Operator::BrIf { relative_depth } if let Some(way) = outside(*relative_depth) => {
                    out(Instruction::LocalSet(condition));
                    // What it takes along stays where it does not jump.
                    if let Some(place) = slots.place(end, way) {
                        out(Instruction::LocalTee(slot + count(place)?));
                    }
                    out(Instruction::LocalGet(condition));
                    out(Instruction::If(BlockType::Empty));
                    say(way, &mut out)?;
                    out(Instruction::Br(depth + 2));
                    out(Instruction::End);
                }
                Operator::BrTable { targets } => {
                    let mut all = targets.targets().collect::<Result<Vec<u32>, _>>()?;
                    all.push(targets.default());
                    let leaving: Vec<Way> = all
                        .iter()
                        .filter_map(|target| outside(*target))
                        .collect::<BTreeSet<_>>()
                        .into_iter()
                        .collect();
                    // A block for each way out, in each other: the innermost is the first.
                    let blocks = count(leaving.len())?;
                    out(Instruction::LocalSet(condition));
                    for _ in &leaving {
                        out(Instruction::Block(BlockType::Empty));
                    }
                    out(Instruction::LocalGet(condition));
                    let mut mapped = Vec::with_capacity(all.len());
                    for target in &all {
                        mapped.push(match outside(*target) {
                            Some(way) => {
                                let place = leaving.iter().position(|one| *one == way);
                                count(place.context("a way not found")?)?
                            }
                            None => target + blocks,
                        });
                    }
                    let default = mapped.pop().context("a table without a default")?;
                    out(Instruction::BrTable(mapped.into(), default));
                    for (way, left) in leaving.into_iter().zip((0..blocks).rev()) {
                        out(Instruction::End);
                        leave(way, &mut out)?;
                        out(Instruction::Br(depth + left + 1));
                    }
                }
                other => {
                    if opens(other) {
                        depth += 1;
                    } else if matches!(other, Operator::End) {
                        depth -= 1;
                    }
                    out(RoundtripReencoder.instruction(other.clone())?);
                }
            }
        }
        out(Instruction::End);
        match end.falls {
            Some(_) => leave(end.on(), &mut out)?,
            None => out(Instruction::Unreachable),
        }
        out(Instruction::End);
        for place in 0..count(slots.types.len())? {
            out(Instruction::LocalGet(slot + place));
        }
        if ways.len() > 1 {
            out(Instruction::LocalGet(code));
        }
        for local in writes {
            out(Instruction::LocalGet(place(local)?));
        }
        out(Instruction::End);
        Ok(function)
    }
}

impl End {
    /// The way on behind its row.
    fn on(&self) -> Way {
        if self.in_loop { Way::On } else { Way::To(0) }
    }

    /// The locals that are read where a way leads.
    fn wanted_by(&self, way: Way) -> impl Iterator<Item = u32> {
        let wanted = match way {
            Way::On => Some(&self.wanted.behind),
            Way::To(depth) => self.wanted.labels.get(depth),
        };
        wanted.into_iter().flatten().copied()
    }

    /// Types of what a way takes along.
    fn carried(&self, way: Way) -> &[ValType] {
        match way {
            Way::On => self.falls.as_deref().unwrap_or_default(),
            Way::To(depth) => self.labels.get(depth).map_or(&[], Vec::as_slice),
        }
    }
}

/// Where ends lay down what their ways take along: a place for each type.
struct Slots {
    types: Vec<ValType>,
}

impl Slots {
    fn of(end: &End, ways: &[Way]) -> Self {
        let mut types: Vec<ValType> = Vec::new();
        for kind in ways.iter().flat_map(|way| end.carried(*way)) {
            if !types.contains(kind) {
                types.push(*kind);
            }
        }
        Self { types }
    }

    /// Where a way's value lies, if it takes one along.
    fn place(&self, end: &End, way: Way) -> Option<usize> {
        let kind = end.carried(way).first()?;
        self.types.iter().position(|one| one == kind)
    }
}

/// What a function needs where its ends were.
struct Site {
    /// Types of locals behind its own.
    temporaries: Vec<ValType>,
    /// The number of the first of them.
    first: usize,
}

impl Site {
    /// A local of this type that none of the given ones is.
    fn temporary(&mut self, kind: ValType, taken: &[u32]) -> Result<u32> {
        for (place, one) in self.temporaries.iter().enumerate() {
            let local = u32::try_from(self.first + place)?;
            if *one == kind && !taken.contains(&local) {
                return Ok(local);
            }
        }
        self.temporaries.push(kind);
        Ok(u32::try_from(self.first + self.temporaries.len() - 1)?)
    }

    /// Goes where the end would have gone: what was taken along lies on the stack, and above it the
    /// number of the way, if there are several.
    fn leave(
        &mut self,
        end: &End,
        ways: &[Way],
        slots: &Slots,
        call: &mut Vec<Instruction<'static>>,
    ) -> Result<()> {
        let depth = |to: usize| -> Result<u32> { Ok(u32::try_from(to)?) };
        match ways {
            [] => call.push(Instruction::Unreachable),
            [Way::On] => {}
            // What it takes along lies where it has to behind the row.
            [Way::To(0)] if end.falls.is_some() && !end.in_loop => {}
            [Way::To(to)] => call.push(Instruction::Br(depth(*to)?)),
            _ if slots.types.is_empty() && !ways.contains(&Way::On) => {
                let mut all = Vec::new();
                for way in ways {
                    if let Way::To(to) = way {
                        all.push(depth(*to)?);
                    }
                }
                let last = all.pop().context("a choice of no ways")?;
                call.push(Instruction::BrTable(all.into(), last));
            }
            [others @ .., last] => {
                let code = self.temporary(ValType::I32, &[])?;
                call.push(Instruction::LocalSet(code));
                let mut taken = vec![code];
                for kind in &slots.types {
                    taken.push(self.temporary(*kind, &taken)?);
                }
                let along = taken[1..].to_vec();
                call.extend(along.iter().rev().map(|local| Instruction::LocalSet(*local)));
                let carry = |way: &Way, call: &mut Vec<Instruction<'static>>| {
                    let place = slots.place(end, *way);
                    call.extend(place.map(|place| Instruction::LocalGet(along[place])));
                };
                for (way, number) in others.iter().zip(0..) {
                    call.push(Instruction::LocalGet(code));
                    call.push(Instruction::I32Const(number));
                    call.push(Instruction::I32Eq);
                    call.push(Instruction::If(BlockType::Empty));
                    carry(way, call);
                    if let Way::To(to) = way {
                        call.push(Instruction::Br(depth(*to)? + 1));
                    }
                    call.push(Instruction::End);
                }
                carry(last, call);
                match last {
                    Way::To(to) if *last != end.on() || end.falls.is_none() => {
                        call.push(Instruction::Br(depth(*to)?));
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

/// Whether the instruction opens a row.
pub(super) fn opens(operator: &Operator<'_>) -> bool {
    matches!(operator, Operator::Block { .. } | Operator::Loop { .. } | Operator::If { .. })
}

/// What a row leaves, or what it takes.
fn types(known: &[FuncType], kind: wasmparser::BlockType, leaves: bool) -> Result<Vec<ValType>> {
    let all = match kind {
        wasmparser::BlockType::Empty => Vec::new(),
        wasmparser::BlockType::Type(one) if leaves => vec![one],
        wasmparser::BlockType::Type(_) => Vec::new(),
        wasmparser::BlockType::FuncType(number) => {
            let kind = known.get(number as usize).context("a type that is not there")?;
            if leaves { kind.results() } else { kind.params() }.to_vec()
        }
    };
    all.into_iter().map(|one| Ok(RoundtripReencoder.val_type(one)?)).collect()
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::fs;

    use wasm_encoder::{ExportKind, ExportSection};
    use wasmparser::Parser;

    use super::*;
    use crate::shell::{Scratch, command};

    /// An engine of one function, `run`, which takes a number and gives one.
    fn engine(locals: &[ValType], instructions: &[Instruction<'_>]) -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([ValType::I32], [ValType::I32]);
        let mut functions = FunctionSection::new();
        functions.function(0);
        let mut exports = ExportSection::new();
        exports.export("run", ExportKind::Func, 0);
        let mut code = CodeSection::new();
        let mut function = Function::new_with_locals_types(locals.iter().copied());
        for instruction in instructions {
            function.instruction(instruction);
        }
        code.function(&function);
        let mut module = Module::new();
        module.section(&types).section(&functions).section(&exports).section(&code);
        let engine = module.finish();
        Validator::new().validate_all(&engine).expect("the test's own engine is sound");
        engine
    }

    /// Every kind of jump, into what is around it and out of it, with values and without.
    fn jumping() -> Vec<u8> {
        use Instruction::{
            Block, Br, BrIf, BrTable, Drop, Else, End, I32Add, I32And, I32Const, I32Eq, I32GtU,
            I32LtU, I32Mul, I32RemU, If, LocalGet, LocalSet, LocalTee, Loop, Nop, Return,
        };
        let one = BlockType::Result(ValType::I32);
        // So long that any end is worth it.
        let long = || std::iter::repeat_n(Nop, 64);
        let mut all = vec![Block(one)];
        // Four rows in each other, for the cases 0 to 2 and all others.
        all.extend([Block(BlockType::Empty), Block(BlockType::Empty), Block(BlockType::Empty)]);
        all.extend([LocalGet(0), I32Const(5), I32RemU, BrTable(vec![0, 1, 2].into(), 1), End]);
        // 0: a loop that goes on, and a value that is taken out of two rows.
        all.extend(long());
        all.push(Loop(BlockType::Empty));
        all.extend(long());
        all.extend([LocalGet(1), I32Const(3), I32Add, LocalTee(1), LocalGet(0), I32LtU, BrIf(0)]);
        all.extend([
            LocalGet(2),
            I32Const(1),
            I32Add,
            LocalSet(2),
            LocalGet(2),
            I32Const(4),
            I32LtU,
        ]);
        all.extend(long());
        all.extend([If(BlockType::Empty), Br(1), End, End]);
        all.extend([LocalGet(1), Br(2), End]);
        // 1: a value that is taken along or not, and one that leaves the function.
        all.extend(long());
        all.extend([LocalGet(0), I32Const(10), I32Mul, LocalGet(0), I32Const(7), I32GtU, BrIf(1)]);
        all.extend(long());
        all.extend([LocalSet(2), LocalGet(0), I32Const(3), I32Eq, If(BlockType::Empty)]);
        all.extend(long());
        all.extend([I32Const(77), Return, End, I32Const(9), LocalSet(1), End]);
        // 2: operands that lie there, arms that leave a value, a table that leads both ways.
        all.extend([LocalGet(1), LocalGet(0), I32Const(2), I32And, If(one)]);
        all.extend(long());
        all.extend([LocalGet(1), I32Const(1), I32Add, LocalTee(1), Else]);
        all.extend(long());
        all.extend([Block(BlockType::Empty), Block(BlockType::Empty), LocalGet(0)]);
        all.extend([BrTable(vec![0, 1, 0, 1, 1].into(), 0), End]);
        all.extend(long());
        all.extend([I32Const(100), LocalSet(2), End, LocalGet(2), End, I32Add]);
        // A jump to the end of its own row, with a value.
        all.extend([LocalGet(2), I32Const(50), I32GtU, BrIf(0)]);
        all.extend(long());
        all.extend([LocalGet(2), I32Add, Br(0), End]);
        all.extend([
            LocalGet(1),
            I32Add,
            Block(BlockType::Empty),
            LocalGet(0),
            I32Const(30),
            I32GtU,
        ]);
        all.extend([BrIf(0)]);
        all.extend(long());
        all.extend([LocalGet(0), BrTable(vec![0, 0].into(), 0), End]);
        all.extend([Drop, LocalGet(1), LocalGet(2), I32Add, End]);
        engine(&[ValType::I32, ValType::I32], &all)
    }

    /// What `run` of each module gives for the numbers up to 40.
    fn given(modules: &[Vec<u8>]) -> Vec<String> {
        let folder = Scratch::new("ends");
        let mut script = String::from("const fs = require('node:fs'); const all = [");
        for (number, module) in modules.iter().enumerate() {
            let file = folder.0.join(format!("{number}.wasm"));
            fs::write(&file, module).unwrap();
            write!(script, "{:?},", file.to_str().unwrap()).unwrap();
        }
        script.push_str(
            "]; for (const file of all) { const { run } = new WebAssembly.Instance(\
             new WebAssembly.Module(fs.readFileSync(file))).exports; \
             console.log(Array.from({ length: 40 }, (_, x) => run(x)).join()); }",
        );
        let output = command("node").args(["-e", &script]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
    }

    fn bodies(module: &[u8]) -> Vec<FunctionBody<'_>> {
        Parser::new(0)
            .parse_all(module)
            .filter_map(|payload| match payload {
                Ok(Payload::CodeSectionEntry(body)) => Some(body),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn whatever_ends_are_taken_the_answers_are_the_same() {
        let engine = jumping();
        let count = stretches(&bodies(&engine)[0]).unwrap();
        let mut modules = vec![engine.clone()];
        let mut taken = 0;
        // All that was run up to a stretch, all but one, and sets that no visit would leave.
        let sets = (0..count)
            .map(|last| (0..=last).collect())
            .chain((1..count).map(|one| (0..count).filter(|other| *other != one).collect()))
            .chain((3..40_u32).map(|step| (0..count).filter(|one| one * one % step < 3).collect()));
        for ran in sets {
            let ran: BTreeSet<u32> = ran;
            let apart = apart(&engine, &ran).unwrap();
            taken += bodies(&apart).len() - 1;
            modules.push(apart);
        }
        assert!(taken > modules.len(), "expected ends to be taken, found {taken}");
        let given = given(&modules);
        assert!(given[0].split(',').collect::<BTreeSet<_>>().len() > 10, "{}", given[0]);
        for one in &given {
            assert_eq!(*one, given[0]);
        }
    }

    #[test]
    fn what_was_run_or_never_entered_stays_whole() {
        let engine = jumping();
        let count = stretches(&bodies(&engine)[0]).unwrap();
        for ran in [BTreeSet::new(), (0..count).collect()] {
            assert_eq!(bodies(&apart(&engine, &ran).unwrap()).len(), 1);
        }
    }

    #[test]
    fn an_end_that_is_shorter_than_its_call_stays() {
        use Instruction::{End, I32Const, If, LocalGet, Return};
        let short = [LocalGet(0), If(BlockType::Empty), I32Const(1), Return, End, I32Const(2), End];
        let engine = engine(&[], &short);
        assert_eq!(bodies(&apart(&engine, &BTreeSet::from([0, 2])).unwrap()).len(), 1);
    }
}
