//! Prints the IR, for snapshots and for reading.
//!
//! Input:  a `Function`
//! Output: `fn f(x: &[f64]) -> f64 { let t: f64 = x[0]  t }`

use crate::ir::calls::{Argument, CallKind, PullArgument};
use crate::ir::function::Function;
use crate::ir::place::{Atom, Operand, Place, Projection, Var};
use crate::ir::statement::{Block, Conversion, Exit, LoopKind, Op, Stmt, StmtKind, TapedRow};
use crate::ir::tape::TapeForm;
use std::fmt;

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fn {}(", self.name)?;
        for (k, param) in self.params.iter().enumerate() {
            let separator = if k > 0 { ", " } else { "" };
            let mark = if param.differentiable { "" } else { "no_diff " };
            write!(
                f,
                "{separator}{mark}{}: {}",
                self.info(param.var).name,
                self.info(param.var).ty
            )?;
        }
        writeln!(f, ") -> {} {{", self.output_ty)?;
        f.write_str(&self.print(&self.body, 1))?;
        f.write_str("}\n")?;
        for (number, lambda) in self.lambdas.iter().enumerate() {
            write!(f, "lambda #{number}: {}", lambda.function)?;
            if let Some((backward, _)) = &lambda.sweeps {
                f.write_str(&lambda.function.print(&backward.block, 1))?;
            }
        }
        Ok(())
    }
}

impl Function {
    /// Prints a block of this function, indented by `depth` steps.
    pub fn print(&self, block: &Block, depth: usize) -> String {
        let mut text = String::new();
        for stmt in &block.stmts {
            self.print_stmt(stmt, depth, &mut text);
        }
        if let Some(result) = &block.result {
            text.push_str(&format!("{}{}\n", "  ".repeat(depth), self.print_atom(result)));
        }
        text
    }

    fn print_stmt(&self, stmt: &Stmt, depth: usize, text: &mut String) {
        let pad = "  ".repeat(depth);
        let name = |var: Var| self.info(var).name.to_string();
        let names = |vars: &[Var]| vars.iter().map(|var| name(*var)).collect::<Vec<_>>().join(", ");
        let saving = |old: &Option<Var>| old.map_or(String::new(), |old| format!(" saving {}", name(old)));
        let op_text = |op: &syn::BinOp| quote::quote!(#op).to_string();
        let line = match &stmt.kind {
            StmtKind::Let { var, op: Op::Mapv(map) } => {
                format!(
                    "let {} = mapv {} |{}| {{\n{}{pad}}}",
                    name(*var),
                    self.print_place(&map.source),
                    name(map.param),
                    self.print(&map.body, depth + 1)
                )
            }
            StmtKind::Let { var, op } => {
                let mutable = if self.info(*var).mutable { "mut " } else { "" };
                format!(
                    "let {mutable}{}: {} = {}",
                    name(*var),
                    self.info(*var).ty,
                    self.print_op(op)
                )
            }
            StmtKind::Declare(var) => format!("let {}: {}", name(*var), self.info(*var).ty),
            StmtKind::Assign { place, value, old } => {
                format!(
                    "{} = {}{}",
                    self.print_place(place),
                    self.print_atom(value),
                    saving(old)
                )
            }
            StmtKind::Update { place, op, value, old } => format!(
                "{} {} {}{}",
                self.print_place(place),
                op_text(op),
                self.print_operand(value),
                saving(old)
            ),
            StmtKind::Push { place, value } => {
                format!("push {} {}", self.print_place(place), self.print_atom(value))
            }
            StmtKind::Call(call) => {
                let function = &call.function;
                let args: Vec<_> = call.args.iter().map(|arg| self.print_argument(arg)).collect();
                let tangents = call.tangents.as_ref().map(|tangents| self.print_tangents(tangents));
                let tangents = tangents.map_or(String::new(), |tangents| format!("; {tangents}"));
                let pullback = if call.has_pullback() {
                    format!(", {}", name(call.pullback))
                } else {
                    String::new()
                };
                format!(
                    "let {}{pullback} = call {}({}{tangents})",
                    name(call.out),
                    quote::quote!(#function).to_string().replace(' ', ""),
                    args.join(", ")
                )
            }
            StmtKind::If(branch) => {
                let out = branch.out.map_or(String::new(), |out| format!("let {} = ", name(out)));
                let record = branch.record.as_ref().map_or(String::new(), |record| {
                    let what = match record.value() {
                        Some(var) => format!("recording {} =", name(var)),
                        None => "saving".to_string(),
                    };
                    format!(" {what} then({}) else({})", names(&record.then), names(&record.els))
                });
                format!(
                    "{out}if {}{record} {{\n{}{pad}}} else {{\n{}{pad}}}",
                    self.print_atom(&branch.cond),
                    self.print(&branch.then, depth + 1),
                    self.print(&branch.els, depth + 1)
                )
            }
            StmtKind::Loop(body) => {
                let exit = body.exit.map_or(String::new(), |exit| format!(" until {}", name(exit)));
                let trips = if body.count_trips {
                    format!(" counting {}", name(body.trips))
                } else {
                    String::new()
                };
                let tape = body.tape.as_ref().map_or(String::new(), |tape| {
                    let form = match tape.form {
                        TapeForm::Pushed => "",
                        TapeForm::Reserved => "reserving ",
                        TapeForm::Array(_) => "array ",
                    };
                    let shared = tape
                        .height
                        .map_or(String::new(), |height| format!(" up to {}", name(height)));
                    format!(" taping {form}{}({}){shared}", name(tape.var), names(&tape.saves))
                });
                let checkpoint = body.checkpoint.as_ref().map_or("", |_| " checkpoint");
                let fused = body.fused.as_ref().map_or(String::new(), |block| {
                    format!(" and back {{\n{}{pad}}}", self.print(block, depth + 1))
                });
                format!(
                    "{}{checkpoint}{exit}{trips}{tape} {{\n{}{pad}}}{fused}",
                    self.print_kind(&body.kind),
                    self.print(&body.body, depth + 1)
                )
            }
            StmtKind::Effect { opaque, .. } => format!("effect {}", opaque.tokens),
            StmtKind::Exit(Exit::Break(label, value)) => format!(
                "break #{label} {}",
                value.as_ref().map_or(String::new(), |value| self.print_atom(value))
            ),
            StmtKind::Exit(Exit::Continue(label)) => format!("continue #{label}"),
            StmtKind::Exit(Exit::Return(value)) => format!(
                "return {}",
                value.as_ref().map_or(String::new(), |value| self.print_atom(value))
            ),
            StmtKind::Undo { place, old } => format!("undo {} to {}", self.print_place(place), name(*old)),
            StmtKind::UndoPush(place) => format!("undo push {}", self.print_place(place)),
            StmtKind::UndoPop { place, old } => format!("undo pop {} of {}", self.print_place(place), name(*old)),
            StmtKind::Permute { place, order, inverse } | StmtKind::UndoPermute { place, order, inverse } => {
                let undo = if matches!(stmt.kind, StmtKind::UndoPermute { .. }) {
                    "undo: "
                } else {
                    ""
                };
                let back = if *inverse { "back " } else { "" };
                format!("{undo}permute {} {back}by {}", self.print_place(place), name(*order))
            }
            StmtKind::UndoStep { place, op, value } => format!(
                "undo step {} {} {}",
                self.print_place(place),
                op_text(op),
                self.print_atom(value)
            ),
            StmtKind::Pull(pull) => {
                let args: Vec<_> = pull
                    .args
                    .iter()
                    .map(|arg| match arg {
                        PullArgument::Value(Some(var)) => format!("-> {}", name(*var)),
                        PullArgument::Value(None) => "-> _".to_string(),
                        PullArgument::Named => "fn".to_string(),
                        PullArgument::Lambda(number, _) => format!("lambda #{number}"),
                        PullArgument::Again(atom, bar) => format!(
                            "{} {}",
                            self.print_atom(atom),
                            bar.as_ref().map_or("_".into(), |bar| self.print_place(bar))
                        ),
                        PullArgument::Copied(atom, part) => {
                            format!("{} -> {}", self.print_atom(atom), part.map_or("_".into(), name))
                        }
                        PullArgument::Kept(atom) => format!("again {}", self.print_atom(atom)),
                        PullArgument::Absent => "none".to_string(),
                        PullArgument::Ref(place, bar) => format!(
                            "&{} {}",
                            self.print_place(place),
                            bar.as_ref().map_or("_".into(), |bar| self.print_place(bar))
                        ),
                        PullArgument::Mut(place, bar) => format!(
                            "&mut {} {}",
                            self.print_place(place),
                            bar.as_ref().map_or("_".into(), |bar| self.print_place(bar))
                        ),
                    })
                    .collect();
                let seed = pull
                    .seed
                    .as_ref()
                    .map_or("()".to_string(), |seed| self.print_atom(seed));
                let pullback = match pull.kind {
                    CallKind::Itself => self.name.to_string(),
                    _ => name(pull.pullback),
                };
                format!("pull {pullback}({seed}; {})", args.join(", "))
            }
            StmtKind::Split { of, at, low, high } => format!(
                "let {}, {} = split {} at {}",
                name(*low),
                name(*high),
                self.print_place(of),
                self.print_atom(at)
            ),
            StmtKind::Row { var, of, .. } => format!("let {} = row {}", name(*var), self.print_place(of)),
            StmtKind::SaveRow(row) => format!("save {}", self.print_taped(row)),
            StmtKind::UndoRow(row) => format!("undo {}", self.print_taped(row)),
            StmtKind::GiveBack(var) => format!("give back {}", name(*var)),
            StmtKind::EndCopy(var) => format!("end {}", name(*var)),
            StmtKind::Accumulate(function, args) => {
                let args: Vec<_> = args.iter().map(|arg| self.print_argument(arg)).collect();
                format!("{function}({})", args.join(", "))
            }
            StmtKind::PullMap(map) => format!(
                "pull map {} |{}, {}| {{\n{}{pad}}} {{\n{}{pad}}}",
                self.print_place(&map.source),
                name(map.param),
                name(map.element_bar),
                self.print(&map.forward, depth + 1),
                self.print(&map.backward, depth + 1)
            ),
            StmtKind::Unwind(unwind) => {
                let (way, then, els) = match &unwind.record {
                    Some(record) => (
                        record.value().map_or(self.print_atom(&unwind.cond), name),
                        format!("({}) ", names(&record.then)),
                        format!("({}) ", names(&record.els)),
                    ),
                    None => (self.print_atom(&unwind.cond), String::new(), String::new()),
                };
                format!(
                    "unwind {way} {then}{{\n{}{pad}}} else {els}{{\n{}{pad}}}",
                    self.print(&unwind.then, depth + 1),
                    self.print(&unwind.els, depth + 1)
                )
            }
            StmtKind::Reverse(reverse) => {
                let over = if reverse.by_trips {
                    format!("for {} trips", name(reverse.trips))
                } else {
                    self.print_kind(&reverse.kind)
                };
                let tape = reverse.tape.as_ref().map_or(String::new(), |tape| {
                    format!(" popping {}({})", name(tape.var), names(&tape.saves))
                });
                format!(
                    "reverse {over}{tape} {{\n{}{pad}}}",
                    self.print(&reverse.body, depth + 1)
                )
            }
        };
        text.push_str(&format!("{pad}{line}\n"));
    }

    fn print_kind(&self, kind: &LoopKind) -> String {
        match kind {
            LoopKind::Range {
                var,
                low,
                high,
                inclusive,
                reversed,
            } => format!(
                "for {} in {}{}{}{}",
                self.info(*var).name,
                self.print_atom(low),
                if *inclusive { "..=" } else { ".." },
                self.print_atom(high),
                if *reversed { " reversed" } else { "" }
            ),
            LoopKind::Iterator { pattern, iterator, .. } => format!("for {pattern} in {}", iterator.tokens),
            LoopKind::Forever => "loop".to_string(),
        }
    }

    pub fn print_atom(&self, atom: &Atom) -> String {
        match atom {
            Atom::Var(var) => self.info(*var).name.to_string(),
            Atom::Constant(tokens, _) => tokens.to_string().replace(' ', ""),
        }
    }

    fn print_taped(&self, row: &TapedRow) -> String {
        let list = self.print_place(&row.list);
        let bound = |atom: &Atom| match row.offset.from(self, atom) {
            Some((tokens, _)) => tokens.to_string(),
            None => "?".to_string(),
        };
        let tape = &self.info(row.tape).name;
        format!("row {list}[{}..{}] on {tape}", bound(&row.low), bound(&row.high))
    }

    pub fn print_place(&self, place: &Place) -> String {
        let mut text = self.info(place.root).name.to_string();
        for projection in &place.path {
            match projection {
                Projection::Index(atom) => text = format!("{text}[{}]", self.print_atom(atom)),
                Projection::Range { low, high, inclusive } => {
                    let bound = |atom: &Option<Atom>| atom.as_ref().map_or(String::new(), |atom| self.print_atom(atom));
                    let dots = if *inclusive { "..=" } else { ".." };
                    text = format!("{text}[{}{dots}{}]", bound(low), bound(high));
                }
                Projection::Field(member) => text = format!("{text}.{}", quote::quote!(#member)),
                Projection::Payload(accessor) => text = format!("{text}.{accessor}"),
                Projection::Part(part) => {
                    let (variant, member) = &**part;
                    text = format!("{text}.({}).{}", quote::quote!(#variant), quote::quote!(#member));
                }
                Projection::Deref | Projection::Behind => text = format!("(*{text})"),
                Projection::Through { route, .. } => text = format!("{text} through {}", self.print_atom(route)),
                Projection::Where(present) => text = format!("{text} where {}", self.print_atom(present)),
            }
        }
        text
    }

    fn print_operand(&self, operand: &Operand) -> String {
        match operand {
            Operand::Atom(atom) => self.print_atom(atom),
            Operand::Borrow(place) => format!("&{}", self.print_place(place)),
            Operand::Lend(place) => format!("&mut {}", self.print_place(place)),
            Operand::Receiver(place) => self.print_place(place),
        }
    }

    fn print_argument(&self, argument: &Argument) -> String {
        match argument {
            Argument::Value(atom) => self.print_atom(atom),
            Argument::Ref(place) => format!("&{}", self.print_place(place)),
            Argument::RefAtom(atom) => format!("&{}", self.print_atom(atom)),
            Argument::Mut(place) => format!("&mut {}", self.print_place(place)),
            Argument::Lambda(number, _) => format!("lambda #{number}"),
            Argument::Named(path, _) => format!("fn {}", quote::quote!(#path).to_string().replace(' ', "")),
        }
    }

    fn print_tangents(&self, tangents: &[Option<Argument>]) -> String {
        let tangents = tangents.iter().map(|tangent| match tangent {
            Some(tangent) => self.print_argument(tangent),
            None => "_".to_string(),
        });
        tangents.collect::<Vec<_>>().join(", ")
    }

    fn print_op(&self, op: &Op) -> String {
        let witness =
            |witness: &Option<Var>| witness.map_or(String::new(), |witness| format!(" of {}", self.info(witness).name));
        let list = |atoms: &[Atom]| {
            atoms
                .iter()
                .map(|atom| self.print_atom(atom))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let arguments = |args: &[Argument]| {
            args.iter()
                .map(|arg| self.print_argument(arg))
                .collect::<Vec<_>>()
                .join(", ")
        };
        match op {
            Op::Read(place) => self.print_place(place),
            Op::Binary(op, l, r) => {
                format!(
                    "{} {} {}",
                    self.print_operand(l),
                    quote::quote!(#op),
                    self.print_operand(r)
                )
            }
            Op::Neg(operand) => format!("- {}", self.print_operand(operand)),
            Op::Rule(applied, args) => format!(
                "{}({})",
                applied.rule.name,
                args.iter()
                    .map(|arg| self.print_operand(arg))
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
            Op::Clone(place, method) => format!("{method} {}", self.print_place(place)),
            Op::Sum(place) => format!("sum {}", self.print_place(place)),
            Op::Dot(place, operand) => {
                format!("dot {} {}", self.print_place(place), self.print_operand(operand))
            }
            Op::Mapv(_) => "mapv".to_string(),
            Op::Convert(atom, Conversion::Method(method)) => format!("{}.{method}()", self.print_atom(atom)),
            Op::Convert(atom, Conversion::Function(path)) => {
                format!("{}({})", quote::quote!(#path), self.print_atom(atom))
            }
            Op::Cast(atom, ty) => format!("{} as {}", self.print_atom(atom), quote::quote!(#ty)),
            Op::Tuple(atoms) => format!("({})", list(atoms)),
            Op::Rewrap { like, value } => format!("rewrap {} {}", self.print_place(like), self.print_atom(value)),
            Op::Variant { path, parts } => {
                let parts: Vec<_> = parts.iter().map(|(_, _, atom)| self.print_atom(atom)).collect();
                format!("{}({})", quote::quote!(#path), parts.join(", "))
            }
            Op::Unwrap(place, method) => format!("{}.{method}", self.print_place(place)),
            Op::Struct { path, fields, rest } => {
                let fields: Vec<_> = fields
                    .iter()
                    .map(|(member, part)| format!("{}: {}", quote::quote!(#member), self.print_operand(part)))
                    .collect();
                let rest = rest
                    .as_ref()
                    .map_or(String::new(), |rest| format!(", ..{}", self.print_place(rest)));
                format!("{} {{ {}{rest} }}", quote::quote!(#path), fields.join(", "))
            }
            Op::Array { elements, vec } => {
                format!("{}[{}]", if *vec { "vec!" } else { "" }, list(elements))
            }
            Op::Repeat { element, len, vec } => {
                format!(
                    "{}[{}; {}]",
                    if *vec { "vec!" } else { "" },
                    self.print_atom(element),
                    len.tokens
                )
            }
            Op::Opaque(opaque) => format!("`{}`", opaque.tokens),
            Op::Witness(place) => format!("witness {}", self.print_place(place)),
            Op::Zero(of) => format!("zero{}", witness(of)),
            Op::LentZero(of) => format!("lent zero{}", witness(&Some(*of))),
            Op::LentCopy(place) => format!("lent copy {}", self.print_place(place)),
            Op::Part(place) => format!("part {}", self.print_place(place)),
            Op::Empty(place, of) => format!("empty {}{}", self.print_place(place), witness(&Some(*of))),
            Op::Take(place, of) => format!("take {}{}", self.print_place(place), witness(of)),
            Op::TakeSlot(slot, of) => format!("take slot {}{}", self.info(*slot).name, witness(of)),
            Op::PopElement(place) => format!("pop {}", self.print_place(place)),
            Op::Unpack(var, accessor) => format!("{}.{accessor}", self.info(*var).name),
            Op::Replace(place, value) => format!("replace {} by {}", self.print_place(place), self.print_atom(value)),
            Op::Runtime(function, args) => format!("{function}({})", arguments(args)),
            Op::Tangent {
                function,
                args,
                tangents,
            } => {
                format!("{function}({}; {})", arguments(args), self.print_tangents(tangents))
            }
            Op::RuntimeRule(rule, argument, args) => {
                format!("{}_{argument}({})", rule.name, arguments(args))
            }
        }
    }
}
