//! Programs in which a method of the user's own has a name that the compiler knows, and changes what it is called on.

use std::collections::BTreeSet;

/// All names that stand as texts where the compiler lowers functions, in its rules and in its table of methods: those that it knows are
/// among them.
pub fn known_names() -> Vec<String> {
    let mut names = BTreeSet::new();
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/ad-macro/compiler/src");
    let mut sources = vec![
        std::path::PathBuf::from(source).join("lower"),
        std::path::PathBuf::from(source).join("syntax/scalar_rules.rs"),
    ];
    while let Some(path) = sources.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).expect("the compiler's sources");
            sources.extend(entries.map(|entry| entry.expect("an entry").path()));
        } else {
            let text = std::fs::read_to_string(&path).expect("a source file");
            for word in text.split('"').skip(1) {
                let small = word
                    .bytes()
                    .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
                if small && word.len() > 1 && word.starts_with(|c: char| c.is_ascii_lowercase()) {
                    names.insert(word.to_string());
                }
            }
        }
    }
    let table = include_str!("../../ad-macro/compiler/src/infer/known_methods.txt");
    let methods = table
        .split("    fn ")
        .skip(1)
        .filter_map(|row| row.split(['<', '(']).next());
    names.extend(methods.map(str::to_owned));
    names.retain(|name| !KEYWORDS.contains(&name.as_str()));
    names.into_iter().collect()
}

const KEYWORDS: &[&str] = &[
    "as", "async", "await", "box", "break", "const", "continue", "crate", "do", "dyn", "else", "enum", "extern",
    "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut",
    "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type",
    "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield", "abstract", "become",
];

/// A generator of numbers, by a seed.
pub struct Random(pub u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    pub fn of<'t, T>(&mut self, choices: &'t [T]) -> &'t T {
        &choices[self.below(choices.len() as u64) as usize]
    }
}

/// A module with a method `name`, and a function `f` of a list of numbers that calls it.
pub fn program(number: usize, name: &str, random: &mut Random) -> String {
    let (parameters, arguments) = *random.of(&[
        ("", ""),
        ("", ""),
        ("", ""),
        ("", ""),
        (", k: f64", "0.5"),
        (", k: usize", "1"),
        (", k: f64", "x[1]"),
        (", k: f64, l: f64", "0.5, 0.25"),
        (", k: &str", "\"a\""),
        (", k: impl Fn(f64) -> f64", "|t| t * 2.0"),
    ]);
    let (result, value) = *random.of(&[
        ("usize", "3"),
        ("bool", "true"),
        ("f64", "2.0"),
        ("f64", "self.v"),
        ("()", "()"),
        ("Option<usize>", "Some(2)"),
        ("Self", "self.clone()"),
    ]);
    let marked = *random.of(&["", "#[differentiable]", "#[differentiable]", "#[differentiable]"]);
    let list = random.below(6) == 0;
    let changed = if list { "self[0] *= 3.0;" } else { "self.v *= 3.0;" };
    let value = if list {
        value.replace("self.v", "self[0]")
    } else {
        value.to_string()
    };
    let (made, place, read) = match (list, random.below(4)) {
        (true, 0) => ("let mut h = (x.to_vec(), 1.0);", "h.0", "h.0[0]"),
        (true, _) => ("let mut m = x.to_vec();", "m", "m[0]"),
        (false, 0) => ("let mut m = Own { v: x[0] };", "m", "m.v"),
        (false, 1) => ("let mut h = Holder { own: Own { v: x[0] }, n: 1 };", "h.own", "h.own.v"),
        (false, 2) => (
            "let mut list = vec![Own { v: x[0] }, Own { v: x[1] }];",
            "list[1]",
            "list[1].v",
        ),
        (false, _) => ("let mut owned = Own { v: x[0] }; let m = &mut owned;", "m", "m.v"),
    };
    let call = format!("{place}.{name}({arguments})");
    let used = match (result, random.below(5)) {
        ("usize", 0) => format!("let k = {call}; let y = {read} * k as f64;"),
        ("usize", 1) => format!("let y = x[{call} - 1] * {read};"),
        ("usize", 2) => format!("let mut y = 0.0; for i in 0..{call} {{ y += x[i] * {read}; }}"),
        ("usize", _) => format!("let y = {call} as f64 * {read};"),
        ("bool", 0) => format!("let b = {call}; let y = if b {{ {read} }} else {{ 1.0 }};"),
        ("bool", 1) => format!("assert!({call}); let y = {read};"),
        ("bool", _) => format!("let y = if {call} {{ {read} * x[1] }} else {{ x[2] }};"),
        ("f64", 0) => format!("let y = {call} * {read};"),
        ("f64", 1) => format!("println!(\"{{}}\", {call}); let y = {read};"),
        ("f64", 2) => format!("let y = if {call} > 0.5 {{ {read} * x[1] }} else {{ x[2] }};"),
        ("f64", _) => format!("let k = {call}; let y = k + {read};"),
        ("()", _) => format!("{call}; let y = {read};"),
        ("Option<usize>", 0) => format!("let y = {call}.unwrap() as f64 * {read};"),
        ("Option<usize>", 1) => format!("let y = if let Some(k) = {call} {{ x[k] * {read} }} else {{ 1.0 }};"),
        ("Option<usize>", _) => format!("let k = {call}; let y = k.unwrap_or(1) as f64 * {read};"),
        (_, 0) => format!("let _ = {call}; let y = {read};"),
        (_, _) if list => format!("let o = {call}; let y = o[0] * {read};"),
        (_, _) => format!("let o = {call}; let y = o.v * {read};"),
    };
    let within = random.below(4) == 0;
    let used = match within {
        true => format!("let mut z = 0.0; for _ in 0..2 {{ {used} z += y * x[2]; }} let y = z;"),
        false => used,
    };
    let method = match list {
        true => format!(
            "{marked} pub trait Scramble {{ fn {name}(&mut self{parameters}) -> {result} where Self: Sized; }}
    {marked} impl Scramble for Vec<f64> {{ fn {name}(&mut self{parameters}) -> {result} {{ {changed} {value} }} }}"
        ),
        false => {
            format!("{marked} impl Own {{ pub fn {name}(&mut self{parameters}) -> {result} {{ {changed} {value} }} }}")
        }
    };
    format!(
        "pub mod program_{number} {{
    use pullback::{{Differentiable, differentiable}};
    #[derive(Clone, Debug, Differentiable)] pub struct Own {{ pub v: f64 }}
    #[derive(Clone, Debug, Differentiable)] pub struct Holder {{ pub own: Own, pub n: usize }}
    {method}
    #[differentiable] pub fn f(x: &[f64]) -> f64 {{ {made} {used} y * y + x[3] * {read} }}
}}
"
    )
}
