//! Writes random functions: templates from the grammar, filled until a budget is spent.

use crate::grammar::{EXPRESSIONS, STATEMENTS};
use std::fmt::Write;

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

#[derive(Clone)]
struct Variable {
    name: String,
    kind: String,
    writable: bool,
    hidden: bool,
}

/// What can be undone: names in scope and what is known of the place where code is written.
#[derive(Clone, Default)]
struct Scope {
    variables: Vec<Variable>,
    labels: Vec<String>,
    /// The body of a closure: no jumps from here.
    closure: bool,
}

/// A function that generated code may call: its result's kind and the call as a template.
#[derive(Clone)]
struct Callee {
    kind: &'static str,
    call: String,
}

pub struct Generator {
    random: Random,
    scope: Scope,
    names: usize,
    callees: Vec<Callee>,
    result: &'static str,
    /// Of the expression, and of the block, that is being written.
    depth: usize,
    nesting: usize,
    statements: usize,
    /// Each program is made from some of the templates only: the mixes differ more than if all took part in all.
    mix: u64,
}

/// A template that found no variable it needs.
struct Unfit;

/// What a function may take: the kind, its type, and an argument.
const KINDS: &[(&str, &str, &str)] = &[
    ("f", "f64", "<f>"),
    ("u", "usize", "<u>"),
    ("v", "Vec<f64>", "<v>"),
    ("a", "[f64; 3]", "<a>"),
    ("t", "(f64, f64)", "<t>"),
    ("o", "Option<f64>", "<o>"),
    ("p", "P", "<p>"),
    ("s", "Shape", "<s>"),
    ("rf", "&f64", "&<f>"),
    ("rl", "&[f64]", "&<v>"),
    ("rp", "&P", "&<p>"),
    ("mf", "&mut f64", "&mut <f!@>"),
    ("ml", "&mut [f64]", "&mut <v!@>"),
    ("mv", "&mut Vec<f64>", "&mut <v!@>"),
    ("mp", "&mut P", "&mut <p!@>"),
];

impl Generator {
    pub fn new(seed: u64) -> Generator {
        Generator {
            random: Random(seed),
            scope: Scope::default(),
            names: 0,
            callees: Vec::new(),
            result: "f",
            depth: 0,
            nesting: 0,
            statements: 0,
            mix: seed,
        }
    }

    /// One program: some functions that call each other, and `name`, from a list of numbers to one.
    pub fn program(&mut self, name: &str) -> String {
        let mut text = String::new();
        self.callees.clear();
        for i in 0..self.random.below(3) {
            let helper = format!("{name}_{i}");
            text += &self.helper(&helper);
        }
        self.scope = Scope::default();
        self.names = 0;
        self.result = "f";
        self.declare("x", "rl", false);
        self.statements = 6 + self.random.below(14);
        let body = self.body();
        write!(text, "#[differentiable]\npub fn {name}(x: &[f64]) -> f64 {body}\n").expect("a string");
        text
    }

    fn declare(&mut self, name: &str, kind: &str, writable: bool) {
        self.scope.variables.push(Variable {
            name: name.to_string(),
            kind: kind.to_string(),
            writable,
            hidden: false,
        });
    }

    fn helper(&mut self, name: &str) -> String {
        self.scope = Scope::default();
        self.names = 0;
        let is_method = self.random.below(4) == 0;
        self.result = *self.random.pick(&["f", "f", "f", "f", "t", "o", "p", "v", ""]);
        let mut parameters = Vec::new();
        let mut arguments = Vec::new();
        if is_method {
            let (receiver, kind) = *self.random.pick(&[("self", "p"), ("&self", "rp"), ("&mut self", "mp")]);
            parameters.push(receiver.to_string());
            self.declare("self", kind, kind == "mp");
        }
        let recursive = self.random.below(4) == 0;
        for i in 0..1 + self.random.below(3) {
            let (kind, ty, argument) = match i {
                0 if self.result.is_empty() => *self.random.pick(&KINDS[KINDS.len() - 4..]),
                0 => *self.random.pick(&KINDS[..1]),
                _ => *self.random.pick(KINDS),
            };
            let writable = kind.starts_with('m') || kind.len() == 1 && self.random.below(3) == 0;
            let parameter = format!("p{i}");
            let binding = if writable && kind.len() == 1 { "mut " } else { "" };
            parameters.push(format!("{binding}{parameter}: {ty}"));
            self.declare(&parameter, kind, writable);
            arguments.push(argument.to_string());
        }
        // A function by name, or a closure.
        if !is_method && !recursive && self.random.below(6) == 0 {
            parameters.push("g: impl Fn(f64) -> f64".to_string());
            self.declare("g", "c", false);
            arguments.push("⟨|<f+>| ^<f>⟩".to_string());
        }
        let mut own = arguments.clone();
        if recursive {
            parameters.push("depth: usize".to_string());
            arguments.push("<k>".to_string());
            own.push("depth - 1".to_string());
        }
        let head = match () {
            () if is_method && parameters[0] == "&mut self" => format!("<p!>.{name}"),
            () if is_method => format!("<p>.{name}"),
            () => name.to_string(),
        };
        let kind = if self.result.is_empty() { "unit" } else { self.result };
        let before = self.callees.clone();
        if recursive {
            let leaf = if kind == "unit" { "()" } else { &format!("<{kind}>") };
            let call = format!("(if depth > 0 {{ {head}({}) }} else {{ {leaf} }})", own.join(", "));
            self.callees.push(Callee {
                kind,
                call: call.clone(),
            });
            self.callees.push(Callee { kind, call });
        }
        self.statements = 3 + self.random.below(9);
        let body = self.body();
        self.callees = before;
        let call = format!("{head}({})", arguments.join(", "));
        for _ in 0..4 {
            self.callees.push(Callee {
                kind,
                call: call.clone(),
            });
        }
        let result = KINDS.iter().find(|(kind, ..)| *kind == self.result);
        let result = result.map_or(String::new(), |(_, ty, _)| format!(" -> {ty}"));
        let function = format!("pub fn {name}({}){result} {body}", parameters.join(", "));
        if is_method {
            format!("#[differentiable]\nimpl P {{\n{function}}}\n")
        } else {
            format!("#[differentiable]\n{function}")
        }
    }

    fn body(&mut self) -> String {
        self.depth = 0;
        let mut text = String::from("{\n");
        while self.statements > 0 {
            text += &self.statement();
        }
        if !self.result.is_empty() {
            // What was computed flows into the result.
            if self.result == "f" {
                let floats: Vec<String> = self.visible("f").map(|v| v.name.clone()).collect();
                let sum = floats.join(" + 0.5 * ");
                let rest = self.expression("f");
                let sum = if sum.is_empty() { "0.0".to_string() } else { sum };
                write!(text, "{rest} + {sum}\n").expect("a string");
            } else {
                text += &self.expression(self.result);
                text.push('\n');
            }
        }
        text + "}\n"
    }

    fn visible(&self, kind: &str) -> impl Iterator<Item = &Variable> {
        // Of names that are shadowed, the last counts.
        let variables = &self.scope.variables;
        let kind = kind.to_string();
        variables.iter().enumerate().filter_map(move |(i, variable)| {
            let shadowed = variables[i + 1..].iter().any(|later| later.name == variable.name);
            (variable.kind == kind && !variable.hidden && !shadowed).then_some(variable)
        })
    }

    fn statement(&mut self) -> String {
        self.statements = self.statements.saturating_sub(1);
        let mut tries = 0;
        loop {
            let calls: Vec<String> = self
                .callees
                .iter()
                .filter(|c| c.kind == "unit")
                .map(|c| c.call.clone())
                .collect();
            let template = if !calls.is_empty() && self.random.below(6) == 0 {
                format!("{};", self.random.pick(&calls))
            } else {
                let template = *self.random.pick(STATEMENTS);
                tries += 1;
                if tries < 500 && !self.takes_part(template) {
                    continue;
                }
                template.to_string()
            };
            let nests = template.contains("<{}>");
            if nests && (self.nesting > 3 || self.statements == 0) {
                continue;
            }
            let before = (self.scope.clone(), self.statements);
            let filled = self.fill(&template);
            if filled.is_err() || !template.starts_with("let ") {
                self.scope = before.0;
            }
            match filled {
                Ok(text) => return text + "\n",
                Err(Unfit) => self.statements = before.1,
            }
        }
    }

    fn expression(&mut self, kind: &str) -> String {
        let (_, leaves, others) = EXPRESSIONS
            .iter()
            .find(|(name, ..)| *name == kind)
            .unwrap_or_else(|| panic!("there are no expressions of kind `{kind}`"));
        let mut tries = 0;
        loop {
            let calls: Vec<String> = self
                .callees
                .iter()
                .filter(|c| c.kind == kind)
                .map(|c| c.call.clone())
                .collect();
            tries += 1;
            let leaf = self.depth > 2 || tries > 50 || self.random.below(4) <= self.depth;
            let template = if !leaf && !calls.is_empty() && self.random.below(5) == 0 {
                let call = self.random.pick(&calls).clone();
                // A function calls itself in two places at most.
                if call.starts_with("(if depth") {
                    let at = self.callees.iter().position(|c| c.call == call).expect("it was there");
                    self.callees.remove(at);
                }
                call
            } else if leaf {
                self.random.pick(leaves).to_string()
            } else {
                let template = *self.random.pick(others);
                if !self.takes_part(template) {
                    continue;
                }
                template.to_string()
            };
            let before = (self.scope.clone(), self.statements);
            self.depth += 1;
            let filled = self.fill(&template);
            self.depth -= 1;
            self.scope = before.0;
            match filled {
                Ok(text) => return text,
                Err(Unfit) => self.statements = before.1,
            }
        }
    }

    fn takes_part(&self, template: &str) -> bool {
        let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Random(template.bytes().fold(self.mix, mix)).below(3) == 0
    }

    fn block(&mut self, result: Option<&str>) -> String {
        let before = self.scope.clone();
        self.nesting += 1;
        let mut text = String::from("{\n");
        for _ in 0..1 + self.random.below(3) {
            if self.statements == 0 && text.len() > 2 {
                break;
            }
            text += &self.statement();
        }
        if let Some(kind) = result {
            text += &self.expression(kind);
            text.push('\n');
        }
        self.nesting -= 1;
        self.scope = before;
        text + "}"
    }

    /// Fills the holes of a template from left to right.
    fn fill(&mut self, template: &str) -> Result<String, Unfit> {
        let mut text = String::new();
        let mut chosen: Vec<String> = Vec::new();
        let mut scopes = Vec::new();
        let mut pending = Vec::new();
        let mut rest = template;
        let mut freeze = false;
        while let Some(at) = rest.find(['<', '~', '^', '⟨', '⟩']) {
            text += &rest[..at];
            rest = &rest[at..];
            if let Some(after) = rest.strip_prefix('⟨') {
                scopes.push((self.scope.clone(), std::mem::take(&mut pending)));
                rest = after;
                continue;
            }
            if let Some(after) = rest.strip_prefix('⟩') {
                let inner = std::mem::take(&mut self.scope.variables);
                (self.scope, pending) = scopes.pop().expect("scopes are balanced");
                // What a closure holds on to stays out of reach.
                for (variable, inner) in self.scope.variables.iter_mut().zip(inner) {
                    variable.hidden |= inner.hidden;
                }
                rest = after;
                continue;
            }
            if rest.starts_with(['~', '^']) {
                self.scope.variables.append(&mut pending);
                if rest.starts_with('^') {
                    self.scope.closure = true;
                    self.scope.labels.clear();
                    self.scope
                        .variables
                        .iter_mut()
                        .for_each(|variable| variable.writable = false);
                }
                rest = &rest[1..];
                continue;
            }
            let hole = rest
                .strip_prefix('<')
                .and_then(|inner| Some(&inner[..inner.find('>')?]));
            let Some(hole) = hole.filter(|hole| is_hole(hole)) else {
                text.push_str(&rest[..1]);
                rest = &rest[1..];
                continue;
            };
            rest = &rest[hole.len() + 2..];
            if let Ok(index) = hole.parse::<usize>() {
                text += &chosen[index];
            } else if let Some((kind, how)) = hole.split_once('+') {
                self.names += 1;
                let name = format!("{kind}{}", self.names);
                pending.push(Variable {
                    name: name.clone(),
                    kind: kind.to_string(),
                    writable: how == "!",
                    hidden: false,
                });
                text += &name;
                chosen.push(name);
            } else if let Some(at) = hole.find(['?', '!']).filter(|at| *at > 0) {
                let (kind, how) = hole.split_at(at);
                let name = self.known_name(kind, how)?;
                text += &name;
                chosen.push(name);
            } else if hole == "freeze" {
                freeze = true;
            } else {
                if hole.starts_with('{') {
                    self.scope.variables.append(&mut pending);
                }
                text += &self.part(hole)?;
            }
        }
        text += rest;
        self.scope.variables.append(&mut pending);
        if freeze {
            for variable in &mut self.scope.variables {
                variable.writable &= !mentions(&text, &variable.name);
            }
        }
        Ok(text)
    }

    /// A variable that is there, for `?`, `!`, and what may follow.
    fn known_name(&mut self, kind: &str, how: &str) -> Result<String, Unfit> {
        let candidates = self.visible(kind).filter(|v| v.writable || how.starts_with('?'));
        let candidates: Vec<String> = candidates.map(|v| v.name.clone()).collect();
        if candidates.is_empty() {
            return Err(Unfit);
        }
        let name = self.random.pick(&candidates).clone();
        let mut variables = self.scope.variables.iter_mut().rev();
        let variable = variables.find(|v| v.name == name).expect("it is visible");
        match &how[1..] {
            "@" => variable.hidden = true,
            "=" => variable.writable = false,
            _ => {}
        }
        Ok(name)
    }

    /// What a hole is filled with that is no name.
    fn part(&mut self, hole: &str) -> Result<String, Unfit> {
        Ok(match hole {
            "{}" => self.block(None),
            "'" => {
                self.names += 1;
                let label = format!("'l{}", self.names);
                self.scope.labels.push(label.clone());
                label + ": "
            }
            "jump" => self.jump()?,
            "?" if self.result != "o" || self.scope.closure => return Err(Unfit),
            "?" => String::new(),
            "lit" => format!("{:?}", (self.random.below(30) + 1) as f64 / 16.0),
            "k" => self.random.below(4).to_string(),
            _ if hole.starts_with('{') => self.block(Some(&hole[1..hole.len() - 1])),
            kind => self.expression(kind),
        })
    }

    fn jump(&mut self) -> Result<String, Unfit> {
        let labels = self.scope.labels.clone();
        if self.scope.closure && labels.is_empty() {
            return Err(Unfit);
        }
        if labels.is_empty() || !self.scope.closure && self.random.below(4) == 0 {
            let result = self.result;
            return Ok(match result {
                "" => "return;".to_string(),
                "o" if self.random.below(2) == 0 => "return None;".to_string(),
                kind => format!("return {};", self.expression(kind)),
            });
        }
        let label = self.random.pick(&labels).clone();
        let innermost = labels.last() == Some(&label);
        let jump = if self.random.below(2) == 0 { "break" } else { "continue" };
        Ok(if innermost && self.random.below(2) == 0 {
            format!("{jump};")
        } else {
            format!("{jump} {label};")
        })
    }
}

fn is_hole(hole: &str) -> bool {
    let name = hole
        .trim_start_matches('{')
        .trim_end_matches(['?', '!', '@', '=', '+', '}']);
    ["", "'", "jump", "lit", "k", "freeze"].contains(&name)
        || name.parse::<usize>().is_ok()
        || EXPRESSIONS.iter().any(|(kind, ..)| *kind == name)
        || [
            "rf", "rl", "rp", "rv", "rrf", "rg", "mf", "ml", "mv", "mp", "look", "q", "c",
        ]
        .contains(&name)
}

/// Whether a name occurs in the text as a word.
fn mentions(text: &str, name: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name)
        .any(|(at, _)| !text[..at].ends_with(word) && !text[at + name.len()..].starts_with(word))
}
