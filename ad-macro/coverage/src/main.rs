//! `cargo pullback coverage PATH`: which functions of a crate the macro accepts as they stand, and what stops the others.
//! `cargo pullback expand PATH::function`: the derivative of a function, for a person to read.
//! `cargo pullback mark PATH`: the marks of those that it accepts, written into the sources.
//!
//! It hands every function to the compiler behind `#[differentiable]` and prints what the compiler says. It sees what stands in
//! the sources: no macro is expanded, and what only rustc can find out (types, traits) is left to rustc.

mod expand;
mod features;
mod list;
mod marks;
mod numeric;
mod readable;
mod report;
mod sources;
mod survey;
mod traits;
mod trial;

use anyhow::{Context, Result};
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
    /// Print the derivative of a function, for a person to read.
    Expand(Expand),
    /// Write `#[differentiable]`, `#[derive(Differentiable)]` and `#[no_diff]` into the sources of a crate.
    Mark(Mark),
}

#[derive(clap::Args)]
struct Expand {
    /// A function, `physics::energy` or `Spring::energy`, after a file or a package's folder if it is not in this one:
    /// `src/physics.rs::energy`.
    function: String,
    /// Print the intermediate form after each pass, and why each value is saved.
    #[arg(long)]
    passes: bool,
}

#[derive(clap::Args)]
struct Mark {
    /// A file, a folder of sources, or a package's folder. Its files are changed: have them under version control.
    #[arg(default_value = ".")]
    path: PathBuf,
    /// Have cargo check the package, which depends on `pullback`, and take back the marks that do not compile.
    #[arg(long)]
    check: bool,
    /// Write the marks of this list first, and leave these as they are.
    #[arg(long, value_name = "FILE")]
    with: Option<PathBuf>,
    /// Only the marks of this list.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["check", "with", "save"])]
    only: Option<PathBuf>,
    /// Save the marks that stand in the end as a list; those that were in the sources before are not in it.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
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
        Cargo::Pullback(Command::Expand(options)) => {
            let text = expand::expand(&options.function, options.passes)?;
            Ok(anstream::stdout().lock().write_all(text.as_bytes())?)
        }
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
    let written =
        |file: &PathBuf| std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()));
    if let Some(file) = options.only.as_ref().or(options.with.as_ref()) {
        list::apply(&options.path, &written(file)?)?;
    }
    if options.only.is_some() {
        return Ok(());
    }
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
    if let Some(file) = &options.save {
        std::fs::write(file, list::list(&options.path, &sources, &marks))
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
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
