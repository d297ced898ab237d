//! Writes random chains: a source, closures with and without effects, adapters, an end.

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

/// Chains that give numbers by value. `@` is a state of its own, `#` a small number.
const SOURCES: &[&str] = &[
    "x.iter().copied()",
    "x.iter()<map |&a|>",
    "x.iter()<map |&a|>",
    "x.iter()<map |&a|>",
    "x.iter().rev()<map |&a|>",
    "x.iter().skip(#)<map |&a|>",
    "x.iter().step_by(2)<map |&a|>",
    "x.iter().take(#)<map |&a|>",
    "x.to_vec().into_iter()<map |a|>",
    "w.iter().chain(x)<map |&a|>",
    "x.iter().zip(&w).map(|(a, b)| a * b)<map |a|>",
    "x.iter().enumerate().map(|(i, a)| a * i as f64)<map |a|>",
    "(0..x.len()).map(|i| x[i])<map |a|>",
    "(1..x.len()).map(|i| { k@ += i; x[i] * k@ as f64 })<map |a|>",
    "x.chunks(2).map(|c| c[0] * 0.5)<map |a|>",
    "x.windows(2).map(|c| { c@ += c[0]; c@ * c[1] })",
    "x.chunks_exact(2).map(|c| { k@ += 1; c[0] * c[1] * k@ as f64 })",
    "x.iter().filter(|a| **a > 0.8)<map |&a|>",
    "[x.len() as f64, 0.5, 1.5, 0.25].into_iter()<map |a|>",
    "(0..2).flat_map(|_| x.iter())<map |&a|>",
    "std::iter::repeat(0.5).take(#)<map |a|>",
    "std::iter::successors(Some(0.5), |a| if *a < 4.0 { Some(a * 1.75) } else { None })<map |a|>",
];

/// Bodies of closures that make a number of the number `a`.
const BODIES: &[&str] = &[
    "{ c@ += a; c@ }",
    "{ c@ += a; c@ }",
    "{ c@ = c@ * 0.5 + a; c@ * a }",
    "{ k@ += 1; a * k@ as f64 }",
    "{ no_diff(note(a)); a * a }",
    "smooth(&mut c@, a)",
    "noted(a)",
    "{ l@.set(l@.get() + 1); a * l@.get() as f64 }",
    "{ assert!(a < 12.0); (a * a + 0.5).sqrt() }",
    "{ v@.push(a); a + v@.len() as f64 }",
    "{ if a > 1.0 { c@ *= a; } c@ + a }",
    "a * 0.75",
    "a.sin()",
    "{ let b = a * 2.0; b + 1.0 }",
];

/// What follows: numbers by value become such.
const ADAPTERS: &[&str] = &[
    "<map |a|>",
    "<map |a|>",
    ".skip(#)",
    ".skip(#)",
    ".skip(n / 2)",
    ".step_by(2)",
    ".step_by(3)",
    ".take(#)",
    ".take(n / 2)",
    ".rev()",
    ".rev()",
    ".enumerate().map(|(i, a)| a * (i + 1) as f64)",
    ".zip(&w).map(|(a, b)| a * b)",
    ".zip(x.iter()<map |&a|>).map(|(a, b)| a * b)",
    ".zip(x.iter().skip(2)).map(|(a, b)| a - b)",
    ".zip(x)<map |(a, _)|>",
    ".chain(w.iter()<map |&a|>)",
    ".cycle().take(7)",
    ".peekable()",
    ".fuse()",
    ".filter(|a| { k@ += 1; k@ % 2 == 0 || *a > 2.0 })",
    ".filter(|a| *a > 0.7)",
    ".inspect(|a| { k@ += 1; no_diff(note(*a)); })",
    ".filter_map(|a| { c@ += a; if c@ > 1.0 { Some(c@ * a) } else { None } })",
    ".take_while(|a| { k@ += 1; *a < 4.0 })",
    ".skip_while(|a| { k@ += 1; *a < 1.0 })",
    ".map_while(|a| { k@ += 1; if k@ < 6 { Some(a * 2.0) } else { None } })",
    ".scan(0.5, |s, a| { *s += a; Some(*s) })",
    ".flat_map(|a| { c@ += a; [a, c@] })",
];

/// What a chain, `<chain>`, ends with: `r` becomes a number.
const ENDS: &[&str] = &[
    "r += <chain>.sum::<f64>();",
    "r += <chain>.sum::<f64>();",
    "r += <chain>.product::<f64>().tanh();",
    "r = <chain>.fold(r, |s, a| s * 0.5 + a);",
    "for a in <chain> { r = r * 0.5 + a; }",
    "for a in <chain> { r = r * 0.5 + a; if a > 2.0 { break; } }",
    "for (i, a) in <chain>.enumerate() { r += a * i as f64; if i == # { break; } }",
    "let all: Vec<f64> = <chain>.collect(); r += all.iter().map(|a| a * a).sum::<f64>() + all.len() as f64;",
    "r += <chain>.nth(#).unwrap_or(0.5);",
    "r += <chain>.nth(n / 2).unwrap_or(0.5);",
    "r += <chain>.next().unwrap_or(0.5);",
    "r += <chain>.last().unwrap_or(0.5);",
    "r += <chain>.count() as f64;",
    "r += <chain>.max_by(|a, b| a.total_cmp(b)).unwrap_or(0.5);",
    "r += <chain>.reduce(|a, b| a * 0.5 + b).unwrap_or(0.5);",
    "r += <chain>.find(|a| *a > 1.5).unwrap_or(0.5);",
    "r += <chain>.position(|a| a > 1.5).map_or(0.5, |i| i as f64);",
    "if <chain>.any(|a| a > 3.0) { r += 1.0; }",
    "<chain>.for_each(|a| r = r * 0.5 + a);",
    "let mut it = <chain>; while let Some(a) = it.next() { r = r * 0.5 + a; }",
    "let mut it = <chain>; for _ in 0..# { if let Some(a) = it.next() { r = r * 0.5 + a; } }",
    "let mut it = <chain>; let first = it.next().unwrap_or(1.0); r += first * it.sum::<f64>();",
    "let mut it = <chain>; let some: f64 = it.by_ref().take(#).sum(); r += some * it.skip(1).sum::<f64>();",
    "let mut it = <chain>.peekable(); while let Some(a) = it.next() { r = r * 0.5 + a; if let Some(b) = it.peek() { r += *b * 0.1; } }",
    "let mut it = <chain>.peekable(); while let Some(b) = it.peek() { r += *b * 0.1; if let Some(a) = it.next() { r = r * 0.5 + a; } }",
    "let it = <moved>; let s: f64 = it.clone().sum(); r += s * it.map(|a| a * a).sum::<f64>();",
    "let mut it = <moved>; let s = it.next().unwrap_or(1.0); r += s * it.clone().skip(1).sum::<f64>() + it.sum::<f64>();",
];

struct Writer {
    random: Random,
    states: usize,
    declared: String,
    read: String,
    moved: bool,
}

impl Writer {
    /// A template with its parts filled in.
    fn fill(&mut self, template: &str) -> String {
        let mut text = template.to_string();
        while let Some(at) = text.find("<map ") {
            let end = at + text[at..].find('>').expect("it is closed");
            let pattern = text[at + 5..end].to_string();
            let body = self.random.pick(BODIES);
            let body = self.state(body);
            let moves = if self.moved { "move " } else { "" };
            text.replace_range(at..=end, &format!(".map({moves}{pattern} {body})"));
        }
        while let Some(at) = text.find('#') {
            let number = self.random.below(4).to_string();
            text.replace_range(at..=at, &number);
        }
        self.state(&text)
    }

    /// Gives what a closure changes a name of its own; the result reads it.
    fn state(&mut self, text: &str) -> String {
        if !text.contains('@') {
            return text.to_string();
        }
        let number = self.states;
        self.states += 1;
        let known = [
            ("c@", "let mut c@ = 0.5;", "r += c@ * 0.25;"),
            ("k@", "let mut k@ = 0;", "r += k@ as f64 * 0.125;"),
            ("l@", "let l@ = Cell::new(0);", "r += l@.get() as f64 * 0.125;"),
            (
                "v@",
                "let mut v@: Vec<f64> = Vec::new();",
                "r += v@.iter().sum::<f64>();",
            ),
        ];
        for (name, declared, read) in known {
            if text.contains(name) {
                let number = number.to_string();
                self.declared += &format!("    {}\n", declared.replace('@', &number));
                if !self.moved {
                    self.read += &format!("    {}\n", read.replace('@', &number));
                }
            }
        }
        text.replace('@', &number.to_string())
    }
}

/// The program of a seed, with its name.
pub fn program(seed: u64) -> (String, String) {
    let mut writer = Writer {
        random: Random(seed.wrapping_mul(0x2545_f491_4f6c_dd1d)),
        states: 0,
        declared: String::new(),
        read: String::new(),
        moved: false,
    };
    let end = writer.random.pick(ENDS);
    writer.moved = end.contains("<moved>");
    let source = writer.random.pick(SOURCES);
    let mut chain = writer.fill(source);
    for _ in 0..1 + writer.random.below(3) {
        let adapter = writer.random.pick(ADAPTERS);
        chain += &writer.fill(adapter);
    }
    let end = writer.fill(end).replace("<chain>", &chain).replace("<moved>", &chain);
    let name = format!("chain_{seed}");
    let text = format!(
        "pub fn {name}(x: &[f64]) -> f64 {{\n    let (n, w) = (x.len(), [0.5, 1.25, 0.75]);\n    let mut r = if n > 1 {{ x[1] }} else {{ 1.0 }};\n{}    {end}\n{}    r\n}}\n",
        writer.declared, writer.read
    );
    (name, text)
}
