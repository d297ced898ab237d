//! A closure over numbers as CUDA C++, for the elements of tensors that are on a device: its value, and its reverse sweep after the
//! forward one.
//!
//! Input:  lambda #0, `fn(k: &f64, v: f64) { let t = v.sin(); t * k }`
//! Output: `Real value(Real v_1, Real k_0) { … }`,
//!         `void pullback(Real seed_5, Real v_1, Real k_0, Real &v_bar, Real &k_bar) { … }`
//!
//! Both sweeps stand in one function there, and nothing runs twice, as there are no loops: so all variables are declared first, and
//! the reverse sweep reads what the forward sweep left in them. Functions are called by their names in Rust, which the runtime's
//! `cuda/prelude.cu` defines.
//!
//! Invariant: the text computes what the Rust does, or there is none. A closure that has none runs on the processor's tensors alone.

use crate::ir::*;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::scalar_rules;
use crate::syntax::types::{Ty, Width};
use proc_macro2::TokenStream;
use std::fmt::Write;
use syn::{BinOp, Expr, Lit, UnOp};

/// The functions of a closure, whose parameters are the elements, then what it captures, then the constants.
pub struct DeviceCode {
    pub text: String,
    /// The constants that have a name.
    pub constants: Vec<TokenStream>,
}

/// The functions of a closure that goes over elements, if they have a form on a device.
pub fn device_code(lambda: &Lambda) -> Option<DeviceCode> {
    let f = &lambda.function;
    let (backward, _) = lambda.sweeps.as_ref()?;
    let (captured, elements) = f.params.split_at(lambda.captured);
    let is_lent = |param: &Param| param.passing == Passing::Ref && param.callable.is_none();
    let is_float = |param: &Param| f.info(param.var).role == Role::Value && f.info(param.var).ty.is_float();
    if !captured.iter().all(is_lent) || elements.is_empty() || !elements.iter().all(is_float) {
        return None;
    }
    let mut printer = Printer {
        f,
        used: FlatSet::new(),
        constants: Vec::new(),
        conditions: FlatMap::new(),
        text: String::new(),
    };
    printer.block(&f.body)?;
    let value = printer.atom(f.body.result.as_ref()?)?;
    let forward = std::mem::take(&mut printer.text);
    let of_forward = printer.used.clone();
    printer.block(&backward.block)?;
    let reverse = std::mem::take(&mut printer.text);

    let mut given = Vec::new();
    for param in elements.iter().chain(captured) {
        given.push(format!("{} {}", printer.taken(param.var)?, printer.name(param.var)));
    }
    given.extend((0..printer.constants.len()).map(|number| format!("Real constant_{number}")));
    let carrying = captured.iter().filter(|param| param.differentiable);
    let bars = elements
        .iter()
        .chain(carrying)
        .enumerate()
        .map(|(k, param)| match param.bar {
            Some(bar) => format!("Real &{}", printer.name(bar)),
            None => format!("Real &unused_{k}"),
        });
    let (given, bars) = (given.join(", "), bars.collect::<Vec<_>>().join(", "));
    let outside: FlatSet<Var> = f
        .params
        .iter()
        .flat_map(|param| [Some(param.var), param.bar])
        .flatten()
        .collect();
    let seed = printer.name(backward.seed);
    let [of_value, of_both] = [of_forward, printer.used.clone()].map(|used| {
        let own = used.difference(&outside).filter(|var| **var != backward.seed);
        own.map(|var| printer.declaration(*var)).collect::<Option<String>>()
    });
    if !printer.is_of_one_type(&outside) {
        return None;
    }
    let (of_value, of_both) = (of_value?, of_both?);
    Some(DeviceCode {
        text: format!(
            "__device__ Real value({given}) {{\n{of_value}{forward}return {value};\n}}\n\
             __device__ void pullback(Real {seed}, {given}, {bars}) {{\n{of_both}{forward}{reverse}}}\n"
        ),
        constants: printer.constants,
    })
}

struct Printer<'f> {
    f: &'f Function,
    /// The variables that occur.
    used: FlatSet<Var>,
    constants: Vec<TokenStream>,
    /// The conditions of branches, by their records: both sweeps stand in one function, where nothing is recorded.
    conditions: FlatMap<Var, Atom>,
    text: String,
}

impl Printer<'_> {
    fn line(&mut self, line: &str) -> Option<()> {
        writeln!(self.text, "{line}").ok()
    }

    /// One that is no word of C++, and of no other variable.
    fn name(&self, var: Var) -> String {
        let name = self.f.info(var).name.to_string();
        let is_plain = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
        format!("{}_{}", name.chars().filter(is_plain).collect::<String>(), var.0)
    }

    fn used(&mut self, var: Var) -> String {
        self.used.insert(var);
        self.name(var)
    }

    /// The type of a parameter.
    fn taken(&self, var: Var) -> Option<&'static str> {
        match self.f.info(var).ty.behind_references() {
            Ty::Float(_) => Some("Real"),
            Ty::Int | Ty::Bool => Some("Index"),
            _ => None,
        }
    }

    fn declaration(&self, var: Var) -> Option<String> {
        let name = self.name(var);
        Some(match self.f.info(var).ty {
            Ty::Float(_) => format!("Real {name} = T_ZERO;\n"),
            Ty::Int => format!("Index {name} = 0;\n"),
            Ty::Bool => format!("bool {name} = false;\n"),
            _ => return None,
        })
    }

    /// Whether all floats are of the type of the elements.
    fn is_of_one_type(&self, outside: &FlatSet<Var>) -> bool {
        let mut found = None;
        self.used
            .iter()
            .chain(outside)
            .all(|var| match self.f.info(*var).ty.behind_references() {
                Ty::Float(width @ (Width::F32 | Width::F64)) => *found.get_or_insert(*width) == *width,
                _ => true,
            })
            && found.is_some()
    }

    fn block(&mut self, block: &Block) -> Option<()> {
        block.stmts.iter().try_for_each(|stmt| self.statement(&stmt.kind))
    }

    fn statement(&mut self, stmt: &StmtKind) -> Option<()> {
        match stmt {
            StmtKind::Let { var, op } => {
                let value = self.op(op)?;
                let (name, taken) = (self.used(*var), self.taken_from(op));
                self.line(&format!("{name} = {value};"))?;
                taken.map_or(Some(()), |from| self.line(&format!("{from} = T_ZERO;")))
            }
            StmtKind::Declare(var) => {
                self.used(*var);
                Some(())
            }
            StmtKind::Assign { place, value, old } => {
                let (place, value) = (self.place(place)?, self.atom(value)?);
                self.save(&place, *old)?;
                self.line(&format!("{place} = {value};"))
            }
            StmtKind::Update { place, op, value, old } => {
                let (place, value) = (self.place(place)?, self.operand(value)?);
                let op = match op {
                    BinOp::AddAssign(_) => "+",
                    BinOp::SubAssign(_) => "-",
                    BinOp::MulAssign(_) => "*",
                    BinOp::DivAssign(_) => "/",
                    _ => return None,
                };
                self.save(&place, *old)?;
                self.line(&format!("{place} = {place} {op} {value};"))
            }
            StmtKind::Undo {
                place,
                by: Inverse::Store(old),
            } => {
                let (place, old) = (self.place(place)?, self.used(*old));
                self.line(&format!("{place} = {old};"))
            }
            // What is saved is read where it stands: nothing may have been written there meanwhile.
            StmtKind::Spill { vars, .. } => (!vars.iter().any(|var| self.f.info(*var).mutable)).then_some(()),
            StmtKind::Unspill { .. } => Some(()),
            StmtKind::If(branch) => {
                if let Some(way) = branch.record {
                    self.conditions.insert(way, branch.cond.clone());
                }
                let recorded = branch.cond.var().and_then(|way| self.conditions.get(&way));
                let cond = recorded.unwrap_or(&branch.cond).clone();
                self.branches(&cond, [&branch.then, &branch.els], branch.out)
            }
            _ => None,
        }
    }

    fn save(&mut self, place: &str, old: Option<Var>) -> Option<()> {
        let Some(old) = old else { return Some(()) };
        let old = self.used(old);
        self.line(&format!("{old} = {place};"))
    }

    /// The place that an operation leaves zero.
    fn taken_from(&mut self, op: &Op) -> Option<String> {
        match op {
            Op::Take(place, None) => self.place(place),
            Op::TakeSlot(var, None) => Some(self.used(*var)),
            _ => None,
        }
    }

    fn branches(&mut self, cond: &Atom, ways: [&Block; 2], out: Option<Var>) -> Option<()> {
        let cond = self.atom(cond)?;
        for (block, head) in ways.into_iter().zip([format!("if ({cond}) {{"), "} else {".to_owned()]) {
            self.line(&head)?;
            self.block(block)?;
            if let (Some(out), Some(result)) = (out, &block.result) {
                let (out, result) = (self.used(out), self.atom(result)?);
                self.line(&format!("{out} = {result};"))?;
            }
        }
        self.line("}")
    }

    /// A number that has a name.
    fn place(&mut self, place: &Place) -> Option<String> {
        place
            .path
            .iter()
            .all(|step| matches!(step, Projection::Deref))
            .then_some(())?;
        self.taken(place.root)?;
        Some(self.used(place.root))
    }

    fn atom(&mut self, atom: &Atom) -> Option<String> {
        match atom {
            Atom::Var(var) => self.place(&Place::var(*var)),
            Atom::Constant(tokens, ty) => match syn::parse2(tokens.clone()).ok()? {
                Expr::Path(_) if ty.is_float() => {
                    let is_same = |known: &TokenStream| known.to_string() == tokens.to_string();
                    let number = self.constants.iter().position(is_same).unwrap_or_else(|| {
                        self.constants.push(tokens.clone());
                        self.constants.len() - 1
                    });
                    Some(format!("constant_{number}"))
                }
                expr => self.expression(&expr, &[]),
            },
        }
    }

    fn operand(&mut self, operand: &Operand) -> Option<String> {
        match operand {
            Operand::Atom(atom) => self.atom(atom),
            Operand::Borrow(place) | Operand::Receiver(place) => self.place(place),
            Operand::Lend(_) => None,
        }
    }

    fn op(&mut self, op: &Op) -> Option<String> {
        match op {
            Op::Read(place) | Op::Take(place, None) => self.place(place),
            Op::TakeSlot(var, None) => Some(self.used(*var)),
            Op::Zero(None) => Some("T_ZERO".to_owned()),
            Op::Binary(op, l, r) => {
                let floats = self.f.operand_ty(l).is_float() && self.f.operand_ty(r).is_float();
                let (l, op, r) = (self.operand(l)?, arithmetic(op).filter(|_| floats)?, self.operand(r)?);
                Some(format!("{l} {op} {r}"))
            }
            Op::Neg(operand) if self.f.operand_ty(operand).is_float() => Some(format!("-({})", self.operand(operand)?)),
            Op::Rule(applied, args) => {
                let args = args.iter().map(|arg| self.operand(arg)).collect::<Option<Vec<_>>>()?;
                let (receiver, rest) = args.split_first()?;
                Some(format!("{receiver}.{}({})", applied.rule.name, rest.join(", ")))
            }
            Op::Cast(atom, ty) if is_float(ty) && self.f.atom_ty(atom) == Ty::Int => {
                Some(format!("Real((real){})", self.atom(atom)?))
            }
            Op::Runtime(function, args) => {
                let value = |arg: &Argument| match arg {
                    Argument::Value(atom) => self.atom(atom),
                    _ => None,
                };
                let args = args.iter().map(value).collect::<Option<Vec<_>>>()?;
                Some(format!("{function}({})", args.join(", ")))
            }
            Op::Opaque(opaque) if opaque.writes.is_empty() && opaque.callees.is_empty() => {
                let expr = syn::parse2(opaque.tokens.clone()).ok()?;
                self.expression(&expr, &opaque.reads)
            }
            _ => None,
        }
    }

    /// An expression of the user's over variables of these.
    fn expression(&mut self, expr: &Expr, reads: &[Var]) -> Option<String> {
        Some(match expr {
            Expr::Paren(inner) => format!("({})", self.expression(&inner.expr, reads)?),
            Expr::Group(inner) => format!("({})", self.expression(&inner.expr, reads)?),
            Expr::Lit(lit) => match &lit.lit {
                Lit::Float(number) => format!("Real((real){:?})", number.base10_parse::<f64>().ok()?),
                Lit::Int(number) if matches!(number.suffix(), "f32" | "f64") => {
                    format!("Real((real){})", number.base10_digits())
                }
                Lit::Int(number) => format!("{}LL", number.base10_digits()),
                Lit::Bool(value) => value.value.to_string(),
                _ => return None,
            },
            Expr::Path(path) => {
                let ident = path.path.get_ident()?;
                let var = reads.iter().find(|var| self.f.info(**var).name == *ident)?;
                self.place(&Place::var(*var))?
            }
            Expr::Unary(unary) => {
                let operand = self.expression(&unary.expr, reads)?;
                match unary.op {
                    UnOp::Deref(_) => operand,
                    UnOp::Not(_) if reads.iter().all(|var| self.f.info(*var).ty != Ty::Int) => format!("!({operand})"),
                    UnOp::Neg(_) => format!("-({operand})"),
                    _ => return None,
                }
            }
            Expr::Binary(binary) => {
                // The arithmetic of integers may overflow, which is not the same there.
                let integers = reads.iter().any(|var| self.f.info(*var).ty == Ty::Int);
                let op = comparison(&binary.op).or_else(|| arithmetic(&binary.op).filter(|_| !integers))?;
                let (l, r) = (
                    self.expression(&binary.left, reads)?,
                    self.expression(&binary.right, reads)?,
                );
                format!("({l} {op} {r})")
            }
            // Of a literal, or of an integer: other floats may be of another type.
            Expr::Cast(cast) if is_float(&cast.ty) => match &*cast.expr {
                Expr::Lit(lit) if matches!(lit.lit, Lit::Float(_)) => self.expression(&cast.expr, reads)?,
                Expr::Path(path) => {
                    let is_integer =
                        |var: &&Var| self.f.info(**var).ty == Ty::Int && path.path.is_ident(&self.f.info(**var).name);
                    let var = reads.iter().find(is_integer)?;
                    format!("Real((real){})", self.used(*var))
                }
                _ => return None,
            },
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                let known = scalar_rules::rule(&name).is_some()
                    || scalar_rules::is_flat_method(call)
                    || matches!(&name[..], "is_nan" | "is_infinite" | "is_finite");
                let receiver = self.expression(&call.receiver, reads).filter(|_| known)?;
                let args = call
                    .args
                    .iter()
                    .map(|arg| self.expression(arg, reads))
                    .collect::<Option<Vec<_>>>()?;
                format!("({receiver}).{name}({})", args.join(", "))
            }
            _ => return None,
        })
    }
}

/// Whether a type is one of floats by its name.
fn is_float(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "f32" || last.ident == "f64"))
}

fn arithmetic(op: &BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Add(_) => "+",
        BinOp::Sub(_) => "-",
        BinOp::Mul(_) => "*",
        BinOp::Div(_) => "/",
        _ => return None,
    })
}

fn comparison(op: &BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Lt(_) => "<",
        BinOp::Le(_) => "<=",
        BinOp::Gt(_) => ">",
        BinOp::Ge(_) => ">=",
        BinOp::Eq(_) => "==",
        BinOp::Ne(_) => "!=",
        BinOp::And(_) => "&&",
        BinOp::Or(_) => "||",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use crate::syntax::scalar_rules::RULES;

    #[test]
    fn devices_have_all_functions_with_rules_and_those_of_their_slopes() {
        let prelude = include_str!("../../../../ad-runtime/src/cuda/prelude.cu");
        let has = |name: &str| prelude.contains(&format!(" Real {name}("));
        for rule in RULES {
            assert!(has(rule.name), "{} is missing", rule.name);
            for slope in rule.slopes {
                let words: Vec<&str> = slope
                    .split(|c: char| !c.is_alphanumeric() && c != '_' && c != '(')
                    .collect();
                for called in words
                    .iter()
                    .filter_map(|word| word.split_once('('))
                    .filter(|(name, _)| !name.is_empty())
                {
                    assert!(has(called.0), "{} is missing, of a slope of {}", called.0, rule.name);
                }
            }
        }
    }
}
