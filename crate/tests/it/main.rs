//! One test binary: a module per layer. Each module has one function that knows the interface;
//! everything else is text in, printed result out.

mod catalogue;
mod cli;
mod emulator;
mod emulator_smoke;
mod fixes;
mod golden;
mod heat;
mod loads;
mod pages;
mod proof;
mod scenarios;
mod sim;
mod syntax;
mod tidy;
