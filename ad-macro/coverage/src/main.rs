//! `cargo pullback coverage PATH`: which functions of a crate the macro accepts as they stand, and what stops the others.
//! `cargo pullback mark PATH`: the marks of those that it accepts, written into the sources.
//!
//! It hands every function to the compiler behind `#[differentiable]` and prints what the compiler says. It sees what stands in
//! the sources: no macro is expanded, and what only rustc can find out (types, traits) is left to rustc.

mod features;
mod marks;
mod numeric;
mod report;
mod sources;
mod survey;
mod trial;

use anyhow::Result;
use clap::{Parser, ValueEnum};
use std::io::Write;
use std::path::PathBuf;

/// What cargo runs for `cargo pullback`.
#[derive(Parser)]
#[command(name = "cargo", bin_name = "cargo")]
enum Cargo {
    /// Automatic differentiation with pullback.
    #[command(subcommand, version)]
    Pullback(Command),
}

#[derive(clap::Subcommand)]
enum Command {
    /// Say which functions of a crate `#[differentiable]` accepts as they stand, and what stops the others.
    Coverage(Coverage),
    /// Write `#[differentiable]`, `#[derive(Differentiable)]` and `#[no_diff]` into the sources of a crate.
    Mark(Mark),
}

#[derive(clap::Args)]
struct Mark {
    /// A file, a folder of sources, or a package's folder. Its files are changed: have them under version control.
    #[arg(default_value = ".")]
    path: PathBuf,
    /// Have cargo check the package, which depends on `pullback`, and take back the marks that do not compile.
    #[arg(long)]
    check: bool,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Arguments of `cargo check`, such as `--all-features`.
    #[arg(last = true)]
    arguments: Vec<String>,
}

#[derive(clap::Args)]
struct Coverage {
    /// A file, a folder of sources, or a package's folder.
    #[arg(default_value = ".")]
    path: PathBuf,
    /// List the accepted functions too.
    #[arg(long)]
    all: bool,
    /// Show the source under each reason, with what to write instead.
    #[arg(long)]
    explain: bool,
    /// Only the totals.
    #[arg(long, conflicts_with_all = ["all", "explain"])]
    totals: bool,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Json,
}

#[derive(serde::Serialize)]
struct Json<'a> {
    /// All functions: those that are not numeric are called by others.
    functions: &'a [survey::Function],
    totals: report::Totals,
    unread: Vec<sources::Unread>,
}

fn main() -> Result<()> {
    match Cargo::parse() {
        Cargo::Pullback(Command::Coverage(options)) => coverage(options),
        Cargo::Pullback(Command::Mark(options)) => mark(options),
    }
}

fn surveyed(sources: &[sources::Source]) -> Vec<survey::Function> {
    // The compiler's panics are caught and reported as such.
    std::panic::set_hook(Box::new(|_| {}));
    let functions = survey::survey(sources);
    drop(std::panic::take_hook());
    functions
}

fn mark(options: Mark) -> Result<()> {
    let (sources, _) = sources::sources(&options.path)?;
    let functions = surveyed(&sources);
    let mut marks = marks::Marks::of(&sources, &functions);
    let outcome = match options.check {
        true => Some(trial::run(&options.path, &sources, &mut marks, &options.arguments)?),
        false => {
            trial::write(&sources, &marks)?;
            None
        }
    };
    let marked = report::Marked::of(&sources, &functions, &marks, outcome.as_ref());
    let mut out = anstream::stdout().lock();
    match options.format {
        Format::Json => {
            serde_json::to_writer_pretty(&mut out, &marked)?;
            writeln!(out)?;
        }
        Format::Text => report::marked(&mut out, &marked)?,
    }
    anyhow::ensure!(
        marked.left.is_empty(),
        "errors are left that no mark could be found for"
    );
    Ok(())
}

fn coverage(options: Coverage) -> Result<()> {
    let (sources, failed) = sources::sources(&options.path)?;
    let functions = surveyed(&sources);
    let numeric: Vec<&survey::Function> = functions.iter().filter(|function| function.numeric).collect();
    let totals = report::totals(&numeric);
    let mut out = anstream::stdout().lock();
    match options.format {
        Format::Json => {
            let json = Json {
                functions: &functions,
                totals,
                unread: failed,
            };
            serde_json::to_writer_pretty(&mut out, &json)?;
            writeln!(out)?;
        }
        Format::Text => {
            if !options.totals {
                report::text(&mut out, &numeric, &sources, options.all, options.explain)?;
            }
            let derive: std::collections::BTreeSet<&String> =
                numeric.iter().flat_map(|function| &function.derive).collect();
            let derive: Vec<String> = derive.into_iter().map(|name| format!("`{name}`")).collect();
            let features: std::collections::BTreeSet<&str> = numeric
                .iter()
                .flat_map(|function| &function.features)
                .copied()
                .collect();
            report::summary(&mut out, &totals, &derive, &features, &failed)?;
        }
    }
    Ok(())
}
