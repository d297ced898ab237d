//! The survey as text, as snippets in the manner of rustc, and as JSON.

use crate::marks::Marks;
use crate::sources::{Source, Unread};
use crate::survey::{Function, Standing};
use crate::trial::{Outcome, TakenBack};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use anstyle::{AnsiColor, Style};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::Path;

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default();
const DIM: Style = Style::new().dimmed();
const BOLD: Style = Style::new().bold();

/// How often a reason stops a function.
#[derive(Serialize)]
pub struct Reason {
    pub message: String,
    /// Functions that it is among the reasons of.
    pub functions: usize,
    /// Functions that nothing else stops.
    pub alone: usize,
}

#[derive(Serialize)]
pub struct Totals {
    pub numeric: usize,
    /// The macro accepts them.
    pub accepted: usize,
    /// All that they call is accepted as well, and no type of another crate without derivative is in their signatures.
    pub complete: usize,
    /// Accepted, but they call a function that is rejected.
    pub call_rejected: usize,
    /// Accepted, but they call a function that is not in these sources.
    pub call_elsewhere: usize,
    /// Accepted, but a type of another crate in the signature must be made differentiable.
    pub foreign_types: usize,
    pub rejected: usize,
    pub reasons: Vec<Reason>,
}

/// The names in a message are taken out, so that the same reason counts as one.
fn kind(message: &str) -> String {
    let keep = |name: &str| {
        message.starts_with("the method")
            || message.starts_with("the function")
            || message.starts_with("cannot see inside the macro")
            || name.contains(|c: char| !c.is_alphanumeric() && c != '_')
            || matches!(
                name,
                "let" | "static" | "return" | "self" | "unsafe" | "async" | "usize" | "u64" | "i32" | "i64"
            )
    };
    let mut kind = String::new();
    for (k, piece) in message.split('`').enumerate() {
        if k % 2 == 0 {
            kind.push_str(piece);
        } else {
            kind.push_str(&format!("`{}`", if keep(piece) { piece } else { "_" }));
        }
    }
    kind
}

pub fn totals(functions: &[&Function]) -> Totals {
    let mut reasons: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for function in functions {
        let mut kinds: Vec<String> = function.problems.iter().map(|problem| kind(&problem.message)).collect();
        kinds.sort();
        kinds.dedup();
        let alone = usize::from(kinds.len() == 1);
        for kind in kinds {
            let counts = reasons.entry(kind).or_default();
            counts.0 += 1;
            counts.1 += alone;
        }
    }
    let mut reasons: Vec<Reason> = reasons
        .into_iter()
        .map(|(message, (functions, alone))| Reason {
            message,
            functions,
            alone,
        })
        .collect();
    reasons.sort_by(|a, b| (b.functions, b.alone, &a.message).cmp(&(a.functions, a.alone, &b.message)));
    let accepted: Vec<&&Function> = functions.iter().filter(|function| function.accepted()).collect();
    let calling = |wanted: fn(&Standing) -> bool| {
        let calls = |function: &&&&Function| function.calls.iter().any(|call| wanted(&call.standing));
        accepted.iter().filter(calls).count()
    };
    Totals {
        numeric: functions.len(),
        accepted: accepted.len(),
        complete: functions.iter().filter(|function| function.complete).count(),
        call_rejected: calling(|standing| matches!(standing, Standing::Rejected { .. })),
        call_elsewhere: calling(|standing| matches!(standing, Standing::Elsewhere)),
        foreign_types: accepted.iter().filter(|function| !function.foreign.is_empty()).count(),
        rejected: functions.len() - accepted.len(),
        reasons,
    }
}

/// Writes a line for each function, and under it what stops it.
pub fn text(
    out: &mut dyn Write,
    functions: &[&Function],
    sources: &[Source],
    all: bool,
    snippets: bool,
) -> io::Result<()> {
    let mut file = None;
    for function in functions {
        let notes = function
            .calls
            .iter()
            .any(|call| matches!(call.standing, Standing::Rejected { .. } | Standing::Elsewhere));
        if !all && function.accepted() && !notes && function.foreign.is_empty() {
            continue;
        }
        if file != Some(&function.at.file) {
            file = Some(&function.at.file);
            writeln!(out, "\n{BOLD}{}{BOLD:#}", function.at.file.display())?;
        }
        let (style, mark) = match (function.accepted(), function.complete) {
            (true, true) => (GOOD, "accepted"),
            (true, false) => (GOOD, "accepted, but"),
            (false, _) => (BAD, "rejected"),
        };
        writeln!(
            out,
            "{:>5}  {}  {style}{mark}{style:#}",
            function.at.line, function.name
        )?;
        for problem in &function.problems {
            if snippets {
                let source = sources
                    .iter()
                    .find(|source| source.path == problem.at.file)
                    .expect("it was read");
                writeln!(out, "{}\n", snippet(problem, source))?;
            } else {
                writeln!(
                    out,
                    "         {}:{}: {}",
                    problem.at.line, problem.at.column, problem.message
                )?;
            }
        }
        for call in &function.calls {
            let (line, column) = (call.at.line, call.at.column);
            match &call.standing {
                Standing::Accepted | Standing::Provided { .. } => {}
                Standing::Rejected { declared } => writeln!(
                    out,
                    "         {line}:{column}: calls `{}`, which is rejected at {}:{}",
                    call.callee,
                    declared.file.display(),
                    declared.line
                )?,
                Standing::Elsewhere => writeln!(
                    out,
                    "{DIM}         {line}:{column}: calls `{}`, which is not in these sources{DIM:#}",
                    call.callee
                )?,
            }
        }
        for name in &function.foreign {
            writeln!(
                out,
                "{DIM}         takes or returns `{name}`, a type of another crate that has no derivative{DIM:#}"
            )?;
        }
    }
    Ok(())
}

fn snippet(problem: &crate::survey::Problem, source: &Source) -> String {
    let path = source.path.display().to_string();
    let annotation = AnnotationKind::Primary.span(problem.at.bytes.clone());
    let body = Snippet::source(&source.text).path(&path).annotation(annotation);
    let mut report = Level::ERROR.primary_title(&problem.message).element(body);
    if !problem.help.is_empty() {
        report = report.element(Level::HELP.message(&problem.help));
    }
    let report: [Group<'_>; 1] = [report];
    Renderer::styled().render(&report)
}

/// Writes the totals, and the reasons by frequency.
pub fn summary(
    out: &mut dyn Write,
    totals: &Totals,
    derive: &[String],
    features: &BTreeSet<&str>,
    unread: &[Unread],
) -> io::Result<()> {
    let share = |count: usize| match totals.numeric {
        0 => String::from("-"),
        all => format!("{:.1}%", 100.0 * count as f64 / all as f64),
    };
    if !totals.reasons.is_empty() {
        writeln!(out, "\n{BOLD}functions  alone  reason{BOLD:#}")?;
        for reason in &totals.reasons {
            writeln!(out, "{:9}  {:5}  {}", reason.functions, reason.alone, reason.message)?;
        }
    }
    writeln!(out, "\n{BOLD}{:6}         numeric functions{BOLD:#}", totals.numeric)?;
    let mut line = |count: usize, what: &str| writeln!(out, "{count:6} {:>6}  {what}", share(count));
    line(totals.accepted, "accepted by the macro")?;
    line(
        totals.complete,
        "of these with all that they call, and no type without derivative in the signature",
    )?;
    line(totals.call_rejected, "accepted, but call a function that is rejected")?;
    line(
        totals.call_elsewhere,
        "accepted, but call a function that is not in these sources",
    )?;
    line(
        totals.foreign_types,
        "accepted, but take or return a type of another crate that has no derivative",
    )?;
    line(totals.rejected, "rejected")?;
    if !derive.is_empty() {
        writeln!(
            out,
            "\nAssumed to get `#[derive(Differentiable)]`: {}.",
            derive.join(", ")
        )?;
    }
    if !features.is_empty() {
        let features: Vec<String> = features.iter().map(|name| format!("`{name}`")).collect();
        writeln!(out, "\nAssumed features of `pullback`: {}.", features.join(", "))?;
    }
    for file in unread {
        writeln!(out, "\nNot read: {}: {}", file.path.display(), file.error)?;
    }
    Ok(())
}

/// What came of marking a crate.
#[derive(Serialize)]
pub struct Marked<'a> {
    pub numeric: usize,
    pub accepted: usize,
    /// The numeric functions whose marks stand.
    pub marked: Vec<&'a Function>,
    /// The numeric functions that the macro accepts and that are without derivatives now, each with rustc's reason.
    pub without: Vec<Without<'a>>,
    /// Other marks that were taken back: of types, fields, impls, traits, and of functions that others call.
    pub others: Vec<Without<'a>>,
    /// Errors that lie in no mark.
    pub left: &'a [String],
}

/// An item whose mark was taken back.
#[derive(Serialize)]
pub struct Without<'a> {
    pub name: &'a str,
    pub file: &'a Path,
    pub line: usize,
    /// What rustc said, if it was that.
    pub reason: Option<&'a TakenBack>,
}

impl<'a> Marked<'a> {
    pub fn of(
        sources: &'a [Source],
        functions: &'a [Function],
        marks: &'a Marks,
        outcome: Option<&'a Outcome>,
    ) -> Marked<'a> {
        let taken_back = outcome.map_or(&[][..], |outcome| &outcome.taken_back);
        let reason = |place: usize| taken_back.iter().find(|taken| taken.place == place);
        let mut marked = Marked {
            numeric: 0,
            accepted: 0,
            marked: Vec::new(),
            without: Vec::new(),
            others: Vec::new(),
            left: outcome.map_or(&[][..], |outcome| &outcome.left),
        };
        let mut reported = BTreeSet::new();
        for function in functions.iter().filter(|function| function.numeric) {
            marked.numeric += 1;
            if !function.accepted() {
                continue;
            }
            marked.accepted += 1;
            let source = sources.iter().position(|source| source.path == function.at.file);
            let place = source.and_then(|source| marks.innermost(source, function.at.bytes.start));
            let Some(place) = place else { continue };
            if marks.stands(place) {
                marked.marked.push(function);
                continue;
            }
            reported.insert(place);
            let own = reason(place).or_else(|| marks.parent(place).and_then(reason));
            marked.without.push(Without {
                name: &function.name,
                file: &function.at.file,
                line: function.at.line,
                reason: own,
            });
        }
        for taken in taken_back.iter().filter(|taken| !reported.contains(&taken.place)) {
            let place = &marks.places[taken.place];
            let source = &sources[place.source];
            marked.others.push(Without {
                name: &place.name,
                file: &source.path,
                line: source.text[..place.at].matches('\n').count() + 1,
                reason: Some(taken),
            });
        }
        marked
    }
}

/// Writes what came of marking a crate.
pub fn marked(out: &mut dyn Write, marked: &Marked<'_>) -> io::Result<()> {
    for (title, list) in [
        ("functions without derivatives", &marked.without),
        ("other marks taken back", &marked.others),
    ] {
        if !list.is_empty() {
            writeln!(out, "{BOLD}{title}{BOLD:#}")?;
        }
        for item in list {
            let reason = item.reason.map_or("not marked", |reason| reason.message.as_str());
            writeln!(
                out,
                "  {}:{}: {}: {BAD}{reason}{BAD:#}",
                item.file.display(),
                item.line,
                item.name
            )?;
        }
    }
    for error in marked.left {
        writeln!(out, "\n{error}")?;
    }
    writeln!(out, "\n{BOLD}{:6}  numeric functions{BOLD:#}", marked.numeric)?;
    writeln!(out, "{:6}  accepted by the macro", marked.accepted)?;
    writeln!(out, "{:6}  marked", marked.marked.len())
}
