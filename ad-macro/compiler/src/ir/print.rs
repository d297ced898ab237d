//! Prints the IR, for snapshots and for reading.
//!
//! Input:  a `Function`
//! Output: `fn f(x: &[f64]) -> f64 { let t: f64 = x[0]  t }`

use crate::ir::calls::{Argument, Call, CallKind, Pull, PullArgument};
use crate::ir::function::Function;
use crate::ir::place::{Atom, Operand, Place, Projection, Var};
use crate::ir::statement::{Block, Conversion, Exit, Inverse, Loop, LoopKind, Op, Stmt, StmtKind, TapedRow};
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
        let nested = |block: &Block| format!("{{\n{}{pad}}}", self.print(block, depth + 1));
        let place = |place: &Place| self.print_place(place);
        let atom = |atom: &Atom| self.print_atom(atom);
        let line = match &stmt.kind {
            StmtKind::Let { var, op: Op::Mapv(map) } => format!(
                "let {} = mapv {} |{}| {}",
                name(*var),
                place(&map.source),
                name(map.param),
                nested(&map.body)
            ),
            StmtKind::Let { var, op } => {
                let mutable = if self.info(*var).mutable { "mut " } else { "" };
                let ty = &self.info(*var).ty;
                format!("let {mutable}{}: {ty} = {}", name(*var), self.print_op(op))
            }
            StmtKind::Declare(var) => format!("let {}: {}", name(*var), self.info(*var).ty),
            StmtKind::Assign { place: to, value, old } => {
                format!("{} = {}{}", place(to), atom(value), self.print_saving(*old))
            }
            StmtKind::Update {
                place: to,
                op,
                value,
                old,
            } => format!(
                "{} {} {}{}",
                place(to),
                quote::quote!(#op),
                self.print_operand(value),
                self.print_saving(*old)
            ),
            StmtKind::Push { place: to, value } => format!("push {} {}", place(to), atom(value)),
            StmtKind::Call(call) => self.print_call(call),
            StmtKind::If(branch) => {
                let out = branch.out.map_or(String::new(), |out| format!("let {} = ", name(out)));
                let record = branch.record;
                let record = record.map_or(String::new(), |record| format!(" recording {}", name(record)));
                let (then, els) = (nested(&branch.then), nested(&branch.els));
                format!("{out}if {}{record} {then} else {els}", atom(&branch.cond))
            }
            StmtKind::Loop(body) => {
                let fused = body.fused.as_ref();
                let fused = fused.map_or(String::new(), |block| format!(" and back {}", nested(block)));
                format!("{} {}{fused}", self.print_loop(body), nested(&body.body))
            }
            StmtKind::Spill { tape, vars } => format!("spill ({}) to {}", self.print_names(vars), name(*tape)),
            StmtKind::Unspill { tape, vars } => format!("unspill ({}) from {}", self.print_names(vars), name(*tape)),
            StmtKind::Effect { opaque, .. } => format!("effect {}", opaque.tokens),
            StmtKind::Exit(exit) => self.print_exit(exit),
            StmtKind::Undo { place: of, by } => match by {
                Inverse::Store(old) => format!("undo {} to {}", place(of), name(*old)),
                Inverse::Pop => format!("undo push {}", place(of)),
                Inverse::Push(old) => format!("undo pop {} of {}", place(of), name(*old)),
                Inverse::Permute { order, inverse } => self.print_permute("undo: ", of, *order, *inverse),
                Inverse::Step(op, value) => {
                    format!("undo step {} {} {}", place(of), quote::quote!(#op), atom(value))
                }
            },
            StmtKind::Permute {
                place: of,
                order,
                inverse,
            } => self.print_permute("", of, *order, *inverse),
            StmtKind::Pull(pull) => self.print_pull(pull),
            StmtKind::Split { of, at, low, high } => {
                format!(
                    "let {}, {} = split {} at {}",
                    name(*low),
                    name(*high),
                    place(of),
                    atom(at)
                )
            }
            StmtKind::Row { var, of, .. } => format!("let {} = row {}", name(*var), place(of)),
            StmtKind::CopyRow { row, back } => {
                format!("{} {}", if *back { "undo" } else { "save" }, self.print_taped(row))
            }
            StmtKind::GiveBack(var) => format!("give back {}", name(*var)),
            StmtKind::Accumulate(function, args) => format!("{function}({})", self.print_arguments(args)),
            StmtKind::PullMap(map) => format!(
                "pull map {} |{}, {}| {} {}",
                place(&map.source),
                name(map.param),
                name(map.element_bar),
                nested(&map.forward),
                nested(&map.backward)
            ),
        };
        text.push_str(&format!("{pad}{line}\n"));
    }

    fn print_names(&self, vars: &[Var]) -> String {
        let names = vars.iter().map(|var| self.info(*var).name.to_string());
        names.collect::<Vec<_>>().join(", ")
    }

    fn print_saving(&self, old: Option<Var>) -> String {
        old.map_or(String::new(), |old| format!(" saving {}", self.info(old).name))
    }

    fn print_exit(&self, exit: &Exit) -> String {
        let value = |value: &Option<Atom>| value.as_ref().map_or(String::new(), |atom| self.print_atom(atom));
        match exit {
            Exit::Break(label, with) => format!("break #{label} {}", value(with)),
            Exit::Continue(label) => format!("continue #{label}"),
            Exit::Return(with) => format!("return {}", value(with)),
        }
    }

    fn print_permute(&self, undo: &str, of: &Place, order: Var, inverse: bool) -> String {
        let back = if inverse { "back " } else { "" };
        let order = &self.info(order).name;
        format!("{undo}permute {} {back}by {order}", self.print_place(of))
    }

    fn print_call(&self, call: &Call) -> String {
        let function = &call.function;
        let tangents = call.tangents.as_ref().map(|tangents| self.print_tangents(tangents));
        let tangents = tangents.map_or(String::new(), |tangents| format!("; {tangents}"));
        let pullback = if call.has_pullback() {
            format!(", {}", self.info(call.pullback).name)
        } else {
            String::new()
        };
        format!(
            "let {}{pullback} = call {}({}{tangents})",
            self.info(call.out).name,
            quote::quote!(#function).to_string().replace(' ', ""),
            self.print_arguments(&call.args)
        )
    }

    /// The head of a loop: `for i in 0..n until done counting trips taping reserving t`, `reverse for i in 0..n popping t`, `for trips trips`.
    fn print_loop(&self, body: &Loop) -> String {
        let name = |var: Var| &self.info(var).name;
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
            let height = tape.height;
            let shared = height.map_or(String::new(), |height| format!(" up to {}", name(height)));
            let taping = if body.adjoint_of.is_some() { "popping" } else { "taping" };
            format!(" {taping} {form}{}{shared}", name(tape.var))
        });
        let checkpoint = body.checkpoint.as_ref().map_or("", |_| " checkpoint");
        format!("{}{checkpoint}{exit}{trips}{tape}", self.print_kind(&body.kind))
    }

    fn print_pull(&self, pull: &Pull) -> String {
        let args = pull.args.iter().map(|arg| self.print_pull_argument(arg));
        let args = args.collect::<Vec<_>>().join(", ");
        let seed = pull.seed.as_ref();
        let seed = seed.map_or("()".to_string(), |seed| self.print_atom(seed));
        let pullback = match pull.kind {
            CallKind::Itself => &self.name,
            _ => &self.info(pull.pullback).name,
        };
        format!("pull {pullback}({seed}; {args})")
    }

    fn print_pull_argument(&self, argument: &PullArgument) -> String {
        let slot = |bar: &Option<Place>| bar.as_ref().map_or("_".to_string(), |bar| self.print_place(bar));
        let part = |part: Option<Var>| part.map_or("_".to_string(), |part| self.info(part).name.to_string());
        match argument {
            PullArgument::Value(var) => format!("-> {}", part(*var)),
            PullArgument::Named => "fn".to_string(),
            PullArgument::Lambda(number, _) => format!("lambda #{number}"),
            PullArgument::Again(atom, bar) => format!("{} {}", self.print_atom(atom), slot(bar)),
            PullArgument::Copied(atom, bar) => format!("{} -> {}", self.print_atom(atom), part(*bar)),
            PullArgument::Kept(atom) => format!("again {}", self.print_atom(atom)),
            PullArgument::Absent => "none".to_string(),
            PullArgument::Ref(place, bar) => format!("&{} {}", self.print_place(place), slot(bar)),
            PullArgument::Mut(place, bar) => format!("&mut {} {}", self.print_place(place), slot(bar)),
        }
    }

    fn print_kind(&self, kind: &LoopKind) -> String {
        match kind {
            LoopKind::Range {
                var,
                low,
                high,
                inclusive,
                reversed,
            } => {
                let direction = if *reversed { "reverse " } else { "" };
                let dots = if *inclusive { "..=" } else { ".." };
                let (low, high) = (self.print_atom(low), self.print_atom(high));
                format!("{direction}for {} in {low}{dots}{high}", self.info(*var).name)
            }
            LoopKind::Iterator { pattern, iterator, .. } => format!("for {pattern} in {}", iterator.tokens),
            LoopKind::Times(trips) => format!("for {} trips", self.info(*trips).name),
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

    fn print_arguments(&self, args: &[Argument]) -> String {
        let args = args.iter().map(|arg| self.print_argument(arg));
        args.collect::<Vec<_>>().join(", ")
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
            Op::Runtime(function, args) => format!("{function}({})", self.print_arguments(args)),
            Op::Tangent {
                function,
                args,
                tangents,
            } => {
                format!(
                    "{function}({}; {})",
                    self.print_arguments(args),
                    self.print_tangents(tangents)
                )
            }
            Op::RuntimeRule(rule, argument, args) => {
                format!("{}_{argument}({})", rule.name, self.print_arguments(args))
            }
        }
    }
}
