//! Cuts the engine in two: what a first visit runs through, and the rest.
//!
//! What such a visit leaves out of a function becomes a function of its own (`ends`). Then each is
//! whole in one of the two. Where the first part calls one of the rest, it has the rest fetched if it
//! is not in yet and goes on in it; nothing else is changed, so it never matters for what an engine
//! answers where a function lies. Both share the memory, the tables and the globals of the first.
//! Constants that only the rest comes to lie there, too (`constants`).
//!
//! What is run through is not listed by hand: an engine that counts it is made (`watched`), and made
//! to do what a first visit does.

mod constants;
mod ends;
mod wanted;

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use wasm_encoder::reencode::{Error as Stop, Reencode};
use wasm_encoder::{
    BlockType, CodeSection, ConstExpr, DataSection, ElementSection, Elements, EntityType,
    ExportKind, ExportSection, Function, FunctionSection, GlobalSection, GlobalType, ImportSection,
    Instruction, Module, RawSection, RefType, TableSection, TableType, TypeSection, ValType,
};
use wasmparser::{FunctionBody, Operator, Parser, Payload, TypeRef};

use self::constants::Layout;
use crate::shell::{command, root, run};

/// What a first visit does.
const VISIT: &str = "crate/xtask/first-visit.mjs";

/// What the first part is called by the imports of the rest.
const FIRST: &str = "first";

/// The table that the first part gives the rest to fill: the one who fetches it in front, then the
/// functions that have a stand-in.
const REST: &str = "rest";

/// What the first part's exports for the rest begin with; no name of Rust's does.
const FOR_REST: char = '$';

/// What the watched engine's exports begin with, before the number of a pair of stretches.
const RAN: &str = "ran ";

/// A function no longer than this lies in the first part wherever it is called from, in bytes: what
/// stands for it would be as long.
const SHORT: usize = 16;

/// Calls of a function of the rest up to this many go there by themselves; it has a stand-in where
/// there are more. Ours: about where one is as long as the other.
const FEW: usize = 3;

/// The two parts.
pub(crate) struct Parts {
    /// What a first visit runs through, with the memory and all that lies in it.
    pub(crate) first: Vec<u8>,
    /// All other functions.
    pub(crate) rest: Vec<u8>,
}

/// Watches a first visit in the engine of a folder, and cuts it. Where its constants lie is read from
/// the file that the linker wrote.
pub(crate) fn parts(folder: &Path, linked: &Path) -> Result<Parts> {
    let layout = Layout::read(&fs::read(linked)?)?;
    let engine = fs::read(folder.join("hotsplit_bg.wasm"))?;
    let (watch, ran) = (folder.join("watched.wasm"), folder.join("ran.txt"));
    fs::write(&watch, watched(&engine)?)?;
    run(
        command("node").arg(root().join(VISIT)).args([folder, &ran]),
        "what a first visit asks is in crate/xtask/first-visit.mjs; it has to fit the engine",
    )?;
    let stretches = fs::read_to_string(&ran)?
        .lines()
        .map(|line| line.parse().context("expected the number of a stretch"))
        .collect::<Result<BTreeSet<u32>>>()?;
    for file in [watch, ran] {
        fs::remove_file(file)?;
    }
    let early = entered(&engine, &stretches)?;
    cut(&ends::apart(&engine, &stretches)?, &early, &layout)
}

/// The functions that were run, by their stretches that were.
fn entered(engine: &[u8], ran: &BTreeSet<u32>) -> Result<BTreeSet<u32>> {
    let known = Known::read(engine)?;
    let mut entered = BTreeSet::new();
    let mut from = 0;
    for (place, body) in known.bodies.iter().enumerate() {
        let to = from + ends::stretches(body)?;
        if ran.range(from..to).next().is_some() {
            entered.insert(known.number(place)?);
        }
        from = to;
    }
    Ok(entered)
}

/// The same module without what is for people and linkers.
pub(crate) fn without_notes(module: &[u8]) -> Result<Vec<u8>> {
    let known = Known::read(module)?;
    let mut bare = Module::new();
    for payload in &known.payloads {
        known.copy_as_it_is(&mut bare, payload);
    }
    Ok(bare.finish())
}

/// What is known of a module before it is written anew.
#[derive(Default)]
struct Known<'a> {
    types: Vec<wasmparser::FuncType>,
    /// Types of all functions, imported ones first.
    functions: Vec<u32>,
    imported: u32,
    globals: Vec<wasmparser::GlobalType>,
    tables: Vec<wasmparser::TableType>,
    memories: Vec<wasmparser::MemoryType>,
    bodies: Vec<FunctionBody<'a>>,
    /// Functions that are named by more than code: by elements and exports.
    named: BTreeSet<u32>,
    payloads: Vec<Payload<'a>>,
    bytes: &'a [u8],
}

impl<'a> Known<'a> {
    fn read(engine: &'a [u8]) -> Result<Self> {
        let mut known = Self { bytes: engine, ..Self::default() };
        for payload in Parser::new(0).parse_all(engine) {
            let payload = payload?;
            match &payload {
                Payload::TypeSection(section) => {
                    for one in section.clone().into_iter_err_on_gc_types() {
                        known.types.push(one?);
                    }
                }
                Payload::ImportSection(section) => {
                    for one in section.clone().into_imports() {
                        let TypeRef::Func(kind) = one?.ty else {
                            bail!("expected an engine that imports functions and nothing else");
                        };
                        known.functions.push(kind);
                        known.imported += 1;
                    }
                }
                Payload::FunctionSection(section) => {
                    for kind in section.clone() {
                        known.functions.push(kind?);
                    }
                }
                Payload::TableSection(section) => {
                    for one in section.clone() {
                        known.tables.push(one?.ty);
                    }
                }
                Payload::MemorySection(section) => {
                    for one in section.clone() {
                        known.memories.push(one?);
                    }
                }
                Payload::GlobalSection(section) => {
                    for one in section.clone() {
                        known.globals.push(one?.ty);
                    }
                }
                Payload::ExportSection(section) => {
                    for one in section.clone() {
                        let one = one?;
                        if one.kind == wasmparser::ExternalKind::Func {
                            known.named.insert(one.index);
                        }
                    }
                }
                Payload::StartSection { .. } => {
                    bail!("expected an engine that is started by its page");
                }
                Payload::ElementSection(section) => {
                    for one in section.clone() {
                        let wasmparser::ElementItems::Functions(items) = one?.items else {
                            bail!("expected elements that are functions");
                        };
                        for function in items {
                            known.named.insert(function?);
                        }
                    }
                }
                Payload::CodeSectionEntry(body) => known.bodies.push(body.clone()),
                _ => {}
            }
            known.payloads.push(payload);
        }
        Ok(known)
    }

    /// Copies a section, with functions by their new numbers. Those of code are left to who calls.
    fn copy(
        &self,
        module: &mut Module,
        payload: &Payload<'_>,
        numbers: &mut Renumbered,
    ) -> Result<()> {
        match payload {
            Payload::GlobalSection(section) => {
                let mut globals = GlobalSection::new();
                numbers.parse_global_section(&mut globals, section.clone())?;
                module.section(&globals);
            }
            Payload::ElementSection(section) => {
                let mut elements = ElementSection::new();
                numbers.parse_element_section(&mut elements, section.clone())?;
                module.section(&elements);
            }
            // No other names a function.
            other => self.copy_as_it_is(module, other),
        }
        Ok(())
    }

    /// Copies a section. Names and other notes are left out: they are for people and linkers.
    fn copy_as_it_is(&self, module: &mut Module, payload: &Payload<'_>) {
        if !matches!(payload, Payload::CustomSection(_))
            && let Some((id, range)) = payload.as_section()
        {
            module.section(&RawSection { id, data: &self.bytes[range] });
        }
    }

    /// The number of a function by the place of its body.
    fn number(&self, body: usize) -> Result<u32> {
        Ok(u32::try_from(body)? + self.imported)
    }

    /// The type of a function: its number and itself.
    fn type_of(&self, function: u32) -> Result<(u32, &wasmparser::FuncType)> {
        let number = *self.functions.get(function as usize).context("a function without a type")?;
        Ok((number, self.types.get(number as usize).context("a type that is not there")?))
    }
}

/// Functions that a body names, each as often as it does.
fn calls(body: &FunctionBody<'_>) -> Result<Vec<u32>> {
    let mut found = Vec::new();
    for operator in body.get_operators_reader()? {
        match operator? {
            Operator::Call { function_index }
            | Operator::ReturnCall { function_index }
            | Operator::RefFunc { function_index } => {
                found.push(function_index);
            }
            Operator::MemoryInit { .. } | Operator::DataDrop { .. } => {
                bail!("expected data that is in the memory from the start");
            }
            _ => {}
        }
    }
    Ok(found)
}

/// Gives functions other numbers, and leaves the rest of an instruction as it is.
struct Renumbered(BTreeMap<u32, u32>);

impl Renumbered {
    /// Numbers these functions from 0 on.
    fn new(functions: impl Iterator<Item = u32>) -> Self {
        Self(functions.zip(0..).collect())
    }
}

impl Reencode for Renumbered {
    type Error = Elsewhere;

    fn function_index(&mut self, function: u32) -> Result<u32, Stop<Elsewhere>> {
        self.0.get(&function).copied().ok_or(Stop::UserError(Elsewhere(function)))
    }
}

/// A part names a function that is not in it.
#[derive(Debug)]
struct Elsewhere(u32);

impl Error for Elsewhere {}

impl Display for Elsewhere {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "function {} is not in this part", self.0)
    }
}

/// The same engine, with half a global for each stretch of its code, which counts how often it is run:
/// V8 takes no more than 100,000 exports.
fn watched(engine: &[u8]) -> Result<Vec<u8>> {
    let known = Known::read(engine)?;
    let mut same = Renumbered::new(0..u32::try_from(known.functions.len())?);
    let before = u32::try_from(known.globals.len())?;
    let mut stretches = 0;
    for body in &known.bodies {
        stretches += ends::stretches(body)?;
    }
    let mut module = Module::new();
    for payload in &known.payloads {
        match payload {
            Payload::GlobalSection(section) => {
                let mut globals = GlobalSection::new();
                same.parse_global_section(&mut globals, section.clone())?;
                for _ in 0..stretches.div_ceil(2) {
                    globals.global(
                        GlobalType { val_type: ValType::I64, mutable: true, shared: false },
                        &ConstExpr::i64_const(0),
                    );
                }
                module.section(&globals);
            }
            Payload::ExportSection(section) => {
                let mut exports = ExportSection::new();
                same.parse_export_section(&mut exports, section.clone())?;
                for pair in 0..stretches.div_ceil(2) {
                    exports.export(&format!("{RAN}{pair}"), ExportKind::Global, before + pair);
                }
                module.section(&exports);
            }
            Payload::CodeSectionStart { .. } => {
                let mut code = CodeSection::new();
                let mut notes = 0..stretches;
                for body in &known.bodies {
                    let mut function = same.new_function_with_parsed_locals(body)?;
                    let mut note = |function: &mut Function| {
                        if let Some(stretch) = notes.next() {
                            let global = before + stretch / 2;
                            function.instruction(&Instruction::GlobalGet(global));
                            function.instruction(&Instruction::I64Const(1 << (32 * (stretch % 2))));
                            function.instruction(&Instruction::I64Add);
                            function.instruction(&Instruction::GlobalSet(global));
                        }
                    };
                    note(&mut function);
                    let mut operators = body.get_operators_reader()?;
                    while !operators.eof() {
                        let operator = operators.read()?;
                        let turns = ends::turns(&operator);
                        function.instruction(&same.instruction(operator)?);
                        if turns && !operators.eof() {
                            note(&mut function);
                        }
                    }
                    code.function(&function);
                }
                module.section(&code);
            }
            other => known.copy(&mut module, other, &mut same)?,
        }
    }
    Ok(module.finish())
}

/// Cuts an engine: these functions are in the first part, and all that are short.
fn cut(engine: &[u8], early: &BTreeSet<u32>, layout: &Layout) -> Result<Parts> {
    let known = Known::read(engine)?;
    ensure!(known.memories.len() == 1, "expected an engine with one memory");
    let mut late: BTreeMap<u32, &FunctionBody<'_>> = BTreeMap::new();
    let mut wanted_early: BTreeMap<u32, usize> = BTreeMap::new();
    let mut wanted_late = BTreeSet::new();
    for (place, body) in known.bodies.iter().enumerate() {
        let function = known.number(place)?;
        let called = calls(body)?;
        if early.contains(&function) || body.range().len() <= SHORT {
            for function in called {
                *wanted_early.entry(function).or_default() += 1;
            }
        } else {
            wanted_late.extend(called);
            late.insert(function, body);
        }
    }
    // What more than code names is named by a number, which has to be that of a function.
    for function in &known.named {
        wanted_early.insert(*function, usize::MAX);
    }
    wanted_early.retain(|function, _| late.contains_key(function));
    let lent: Vec<u32> =
        wanted_late.iter().filter(|function| !late.contains_key(function)).copied().collect();
    let mut data = (DataSection::new(), DataSection::new());
    for payload in &known.payloads {
        if let Payload::DataSection(section) = payload {
            let bodies = known.bodies.iter().enumerate();
            let mut here = Vec::new();
            for (place, body) in bodies {
                if !late.contains_key(&known.number(place)?) {
                    here.push(body);
                }
            }
            data = layout.deal(section, &layout.unnamed(here.into_iter())?)?;
        }
    }
    let cut = Cut {
        stood_for: wanted_early.keys().copied().collect(),
        stand_ins: wanted_early
            .into_iter()
            .filter_map(|(function, calls)| (calls > FEW).then_some(function))
            .collect(),
        late,
        lent,
        data,
    };
    Ok(Parts { first: first(&known, &cut)?, rest: rest(&known, &cut)? })
}

/// How an engine is cut.
struct Cut<'a> {
    /// Functions of the rest.
    late: BTreeMap<u32, &'a FunctionBody<'a>>,
    /// Those of them that the first part comes to, by their place in the table, which begins at 1.
    stood_for: Vec<u32>,
    /// Those of them that are called through a stand-in.
    stand_ins: BTreeSet<u32>,
    /// Functions of the first part that the rest calls.
    lent: Vec<u32>,
    /// Data of the first part, and of the rest.
    data: (DataSection, DataSection),
}

impl Cut<'_> {
    /// The place in the table of a function that the first part comes to.
    fn place(&self, function: u32) -> Result<Option<i32>> {
        let found = self.stood_for.binary_search(&function).ok();
        found.map(|place| Ok(i32::try_from(place)? + 1)).transpose()
    }
}

/// The name under which the first part lends something to the rest.
fn lent_as(number: u32) -> String {
    let mut name = String::from(FOR_REST);
    let mut left = number;
    loop {
        name.extend(char::from_digit(left % 36, 36));
        left /= 36;
        if left == 0 {
            return name;
        }
    }
}

/// What is lent, in one order for both sides: functions, then tables, globals and the memory.
fn loans(known: &Known<'_>, lent: &[u32]) -> Result<Vec<(ExportKind, u32)>> {
    let mut all: Vec<(ExportKind, u32)> =
        lent.iter().map(|function| (ExportKind::Func, *function)).collect();
    all.extend((0..=u32::try_from(known.tables.len())?).map(|table| (ExportKind::Table, table)));
    all.extend((0..u32::try_from(known.globals.len())?).map(|one| (ExportKind::Global, one)));
    all.push((ExportKind::Memory, 0));
    Ok(all)
}

/// The table of functions that have a stand-in.
fn table(stood_for: &[u32]) -> Result<TableType> {
    let length = u64::try_from(stood_for.len())? + 1;
    Ok(TableType {
        element_type: RefType::FUNCREF,
        table64: false,
        minimum: length,
        maximum: Some(length),
        shared: false,
    })
}

fn first(known: &Known<'_>, cut: &Cut<'_>) -> Result<Vec<u8>> {
    let here: Vec<u32> = (0..u32::try_from(known.functions.len())?)
        .filter(|function| !cut.late.contains_key(function) || cut.stand_ins.contains(function))
        .collect();
    let mut numbers = Renumbered::new(here.iter().copied());
    let door = Door {
        table: u32::try_from(known.tables.len())?,
        nothing: u32::try_from(known.types.len())?,
        function: u32::try_from(here.len())?,
    };
    let mut module = Module::new();
    for payload in &known.payloads {
        match payload {
            Payload::TypeSection(section) => {
                let mut types = TypeSection::new();
                numbers.parse_type_section(&mut types, section.clone())?;
                types.ty().function([], []);
                module.section(&types);
            }
            Payload::FunctionSection(_) => {
                let mut functions = FunctionSection::new();
                for function in here.iter().filter(|one| **one >= known.imported) {
                    functions.function(known.type_of(*function)?.0);
                }
                functions.function(door.nothing);
                module.section(&functions);
            }
            Payload::TableSection(section) => {
                let mut tables = TableSection::new();
                numbers.parse_table_section(&mut tables, section.clone())?;
                tables.table(table(&cut.stood_for)?);
                module.section(&tables);
            }
            Payload::ExportSection(section) => {
                let mut exports = ExportSection::new();
                numbers.parse_export_section(&mut exports, section.clone())?;
                exports.export(REST, ExportKind::Table, door.table);
                for ((kind, index), place) in loans(known, &cut.lent)?.into_iter().zip(0..) {
                    let function = kind == ExportKind::Func;
                    let index = if function { numbers.function_index(index)? } else { index };
                    exports.export(&lent_as(place), kind, index);
                }
                module.section(&exports);
            }
            Payload::CodeSectionStart { .. } => {
                let mut code = CodeSection::new();
                for (place, body) in known.bodies.iter().enumerate() {
                    let number = known.number(place)?;
                    if cut.stand_ins.contains(&number) {
                        let mut function = Function::new([]);
                        let parameters = known.type_of(number)?.1.params().len();
                        for parameter in 0..u32::try_from(parameters)? {
                            function.instruction(&Instruction::LocalGet(parameter));
                        }
                        door.go_through(known, cut, number, &mut function)?;
                        function.instruction(&Instruction::End);
                        code.function(&function);
                    } else if !cut.late.contains_key(&number) {
                        let mut function = numbers.new_function_with_parsed_locals(body)?;
                        for operator in body.get_operators_reader()? {
                            match operator? {
                                Operator::Call { function_index: called }
                                    if cut.late.contains_key(&called)
                                        && !cut.stand_ins.contains(&called) =>
                                {
                                    door.go_through(known, cut, called, &mut function)?;
                                }
                                other => {
                                    function.instruction(&numbers.instruction(other)?);
                                }
                            }
                        }
                        code.function(&function);
                    }
                }
                code.function(&door.opened());
                module.section(&code);
            }
            // Only what copies data while it runs has to have it counted.
            Payload::DataCountSection { .. } => {}
            Payload::DataSection(_) => {
                module.section(&cut.data.0);
            }
            other => known.copy(&mut module, other, &mut numbers)?,
        }
    }
    Ok(module.finish())
}

/// The way from the first part into the rest.
struct Door {
    /// The table that the rest fills.
    table: u32,
    /// The type of what takes and gives nothing.
    nothing: u32,
    /// The function that has the rest fetched where it is not in.
    function: u32,
}

impl Door {
    /// Goes on in a function of the rest, which finds its operands where a call would.
    fn go_through(
        &self,
        known: &Known<'_>,
        cut: &Cut<'_>,
        function: u32,
        out: &mut Function,
    ) -> Result<()> {
        let place = cut.place(function)?.context("a function that nothing stands for")?;
        let type_index = known.type_of(function)?.0;
        out.instruction(&Instruction::Call(self.function));
        out.instruction(&Instruction::I32Const(place));
        out.instruction(&Instruction::CallIndirect { type_index, table_index: self.table });
        Ok(())
    }

    /// The function that has the rest fetched where it is not in.
    fn opened(&self) -> Function {
        let mut function = Function::new([]);
        function.instruction(&Instruction::I32Const(1));
        function.instruction(&Instruction::TableGet(self.table));
        function.instruction(&Instruction::RefIsNull);
        function.instruction(&Instruction::If(BlockType::Empty));
        function.instruction(&Instruction::I32Const(0));
        function.instruction(&Instruction::CallIndirect {
            type_index: self.nothing,
            table_index: self.table,
        });
        function.instruction(&Instruction::End);
        function.instruction(&Instruction::End);
        function
    }
}

fn rest(known: &Known<'_>, cut: &Cut<'_>) -> Result<Vec<u8>> {
    let Cut { late, stood_for, lent, .. } = cut;
    let mut numbers = Renumbered::new(lent.iter().chain(late.keys()).copied());
    let mut module = Module::new();
    for payload in &known.payloads {
        if matches!(payload, Payload::TypeSection(_)) {
            known.copy(&mut module, payload, &mut numbers)?;
        }
    }
    let mut imports = ImportSection::new();
    for ((kind, index), place) in loans(known, lent)?.into_iter().zip(0..) {
        let at = index as usize;
        let entity = match kind {
            ExportKind::Func => EntityType::Function(known.type_of(index)?.0),
            ExportKind::Global => EntityType::Global(numbers.global_type(known.globals[at])?),
            ExportKind::Memory => EntityType::Memory(numbers.memory_type(known.memories[at])?),
            _ => match known.tables.get(at) {
                Some(known) => EntityType::Table(numbers.table_type(*known)?),
                None => EntityType::Table(table(stood_for)?),
            },
        };
        imports.import(FIRST, &lent_as(place), entity);
    }
    module.section(&imports);
    let mut functions = FunctionSection::new();
    for function in late.keys() {
        functions.function(known.type_of(*function)?.0);
    }
    module.section(&functions);
    let mut elements = ElementSection::new();
    let filled = stood_for
        .iter()
        .map(|function| numbers.function_index(*function))
        .collect::<Result<Vec<u32>, _>>()?;
    elements.active(
        Some(u32::try_from(known.tables.len())?),
        &ConstExpr::i32_const(1),
        Elements::Functions(filled.into()),
    );
    module.section(&elements);
    let mut code = CodeSection::new();
    for body in late.values() {
        numbers.parse_function_body(&mut code, (*body).clone())?;
    }
    module.section(&code);
    module.section(&cut.data.1);
    Ok(module.finish())
}

#[cfg(test)]
mod tests {
    use wasm_encoder::MemorySection;
    use wasmparser::Validator;

    use super::*;

    /// An engine of functions that each call these, take a number and give one. Functions 1 and on
    /// are its own; 0 is imported; the last is in the table and the first own one is exported.
    fn engine(calls: &[&[u32]]) -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([ValType::I32], [ValType::I32]);
        let mut imports = ImportSection::new();
        imports.import("page", "tell", EntityType::Function(0));
        let mut functions = FunctionSection::new();
        let mut code = CodeSection::new();
        for calls in calls {
            functions.function(0);
            let mut function = Function::new([]);
            function.instruction(&Instruction::LocalGet(0));
            for call in *calls {
                function.instruction(&Instruction::Call(*call));
            }
            // Longer than what is never cut off.
            for _ in 0..SHORT {
                function.instruction(&Instruction::Nop);
            }
            function.instruction(&Instruction::End);
            code.function(&function);
        }
        let mut tables = TableSection::new();
        tables.table(TableType {
            element_type: RefType::FUNCREF,
            table64: false,
            minimum: 1,
            maximum: None,
            shared: false,
        });
        let mut memories = MemorySection::new();
        memories.memory(wasm_encoder::MemoryType {
            minimum: 1,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
        let mut globals = GlobalSection::new();
        globals.global(
            GlobalType { val_type: ValType::I32, mutable: true, shared: false },
            &ConstExpr::i32_const(7),
        );
        let mut exports = ExportSection::new();
        exports.export("run", ExportKind::Func, 1);
        let mut elements = ElementSection::new();
        let last = u32::try_from(calls.len()).unwrap();
        elements.active(None, &ConstExpr::i32_const(0), Elements::Functions(vec![last].into()));
        let mut data = DataSection::new();
        data.active(0, &ConstExpr::i32_const(0), *b"words");
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions).section(&tables);
        module.section(&memories).section(&globals).section(&exports).section(&elements);
        module.section(&code).section(&data);
        let engine = module.finish();
        Validator::new().validate_all(&engine).unwrap();
        engine
    }

    /// Cuts an engine whose constants all stay.
    fn cut(engine: &[u8], early: &BTreeSet<u32>) -> Result<Parts> {
        super::cut(engine, early, &Layout::default())
    }

    /// How many functions of its own a module has.
    fn bodies(module: &[u8]) -> usize {
        Parser::new(0)
            .parse_all(module)
            .filter(|one| matches!(one, Ok(Payload::CodeSectionEntry(_))))
            .count()
    }

    /// Names of what a module exports.
    fn exported(module: &[u8]) -> Vec<String> {
        let mut names = Vec::new();
        for payload in Parser::new(0).parse_all(module) {
            if let Payload::ExportSection(section) = payload.unwrap() {
                names.extend(section.into_iter().map(|one| one.unwrap().name.to_owned()));
            }
        }
        names
    }

    #[test]
    fn both_parts_are_sound_wherever_it_is_cut() {
        let engine = engine(&[&[2, 0], &[3, 4], &[1, 2, 0], &[4], &[2]]);
        for pattern in 0..32_u32 {
            let early = (1..=5).filter(|function| pattern >> (function - 1) & 1 == 1).collect();
            let parts = cut(&engine, &early).unwrap();
            Validator::new().validate_all(&parts.first).expect("the first part is sound");
            Validator::new().validate_all(&parts.rest).expect("the rest is sound");
            assert_eq!(bodies(&parts.rest), 5 - early.len(), "each lies in one of them");
            assert!(bodies(&parts.first) > early.len(), "and there is the door");
        }
    }

    #[test]
    fn what_only_the_rest_calls_has_no_stand_in() {
        // 1 calls 2, which calls 3; the last, 4, is in the table.
        let parts = cut(&engine(&[&[2], &[3], &[], &[]]), &BTreeSet::from([1])).unwrap();
        let first = Known::read(&parts.first).unwrap();
        assert_eq!(first.bodies.len(), 3, "1 itself, a stand-in for 4, and the door");
        let table = first.tables.last().unwrap();
        assert_eq!((table.initial, table.maximum), (3, Some(3)), "with a place in front");
        assert_eq!(bodies(&parts.rest), 3);
    }

    #[test]
    fn what_is_called_from_many_places_has_a_stand_in() {
        // The last, which has one in any case, is called by nobody.
        let many = vec![2; FEW + 1];
        let parts = cut(&engine(&[&many, &[], &[]]), &BTreeSet::from([1])).unwrap();
        assert_eq!(bodies(&parts.first), 4, "1 itself, stand-ins for 2 and 3, and the door");
        let parts = cut(&engine(&[&many[1..], &[], &[]]), &BTreeSet::from([1])).unwrap();
        assert_eq!(bodies(&parts.first), 3, "1 itself, a stand-in for 3, and the door");
    }

    #[test]
    fn what_was_exported_still_is() {
        let parts = cut(&engine(&[&[2], &[]]), &BTreeSet::new()).unwrap();
        let names = exported(&parts.first);
        assert_eq!(names[..2], ["run", REST]);
        assert!(names[2..].iter().all(|name| name.starts_with(FOR_REST)), "{names:?}");
        assert!(exported(&parts.rest).is_empty());
    }

    #[test]
    fn a_watched_engine_has_a_note_for_each_pair_of_stretches() {
        let watched = watched(&engine(&[&[2], &[]])).unwrap();
        Validator::new().validate_all(&watched).unwrap();
        assert_eq!(exported(&watched), ["run", "ran 0"]);
    }

    #[test]
    fn no_two_loans_have_one_name() {
        let names: BTreeSet<String> = (0..50_000).map(lent_as).collect();
        assert_eq!(names.len(), 50_000);
    }
}
