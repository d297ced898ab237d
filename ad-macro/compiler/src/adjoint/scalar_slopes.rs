//! The adjoints of arithmetic operators and of scalar functions with rules, whose slopes are formulas.
//!
//! Input:  `let y = a / b`, `let y = sin(x)`
//! Output: `let d = over(y_bar, b)  a_bar += d  b_bar -= times(d, y)`; `x_bar += times(y_bar, cos(x))`

use crate::adjoint::reverse::{Adjoint, operand_argument};
use crate::ir::*;
use crate::syntax::expressions::is_arithmetic;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::located::quote;
use crate::syntax::scalar_rules::Rule;
use crate::syntax::types::Ty;
use syn::{BinOp, Expr};

impl Adjoint<'_> {
    /// The slope of n·xⁿ⁻¹ is n times that of xⁿ⁻¹. For n = 0 the product is zero, whatever the latter is.
    pub(super) fn powi_slope(&mut self, args: &[Argument], seed: &Atom) {
        let [Argument::Value(x), Argument::Value(n)] = args else {
            unreachable!("the rule table calls it with values")
        };
        let tokens = spell::atom(&self.f.vars, n);
        let less = Opaque::pure(quote!(i32::saturating_sub(#tokens, 1)), n.var().into_iter().collect());
        let less = self.temp(Op::Opaque(less), Ty::Int);
        // n as a float of x's type: the slope of xⁿ at 1.
        let one = Argument::Value(Atom::Constant(quote!(1.0), Ty::FLOAT));
        let factor = self.temp(
            Op::Runtime("powi_slope", vec![one, Argument::Value(n.clone())]),
            Ty::FLOAT,
        );
        let power = Op::Runtime("powi_slope", vec![Argument::Value(x.clone()), Argument::Value(less)]);
        let power = self.temp(power, Ty::FLOAT);
        let slope = Op::Runtime("times", vec![Argument::Value(factor), Argument::Value(power)]);
        let slope = self.temp(slope, Ty::FLOAT);
        let args = vec![Argument::Value(seed.clone()), Argument::Value(slope)];
        self.contribute_atom(x, Op::Runtime("times", args));
    }

    pub(super) fn scalar_binary(&mut self, operator: &BinOp, l: &Operand, r: &Operand, seed: Atom, out: Var) {
        let (Operand::Atom(la), Operand::Atom(ra)) = (l, r) else {
            unreachable!("scalar operands are atoms")
        };
        let read = |atom: &Atom| Op::Read(Place::var(atom.var().expect("a seed is a variable")));
        let value = |atom: &Atom| Argument::Value(atom.clone());
        let (l_active, r_active) = (self.operand_active(l), self.operand_active(r));
        match operator {
            BinOp::Add(_) => {
                self.contribute_operand(l, read(&seed));
                self.contribute_operand(r, read(&seed));
            }
            BinOp::Sub(_) => {
                self.contribute_operand(l, read(&seed));
                if r_active {
                    self.contribute_operand(r, Op::Neg(Operand::Atom(seed)));
                }
            }
            BinOp::Mul(_) => {
                if l_active {
                    self.contribute_operand(l, Op::Runtime("times", vec![value(&seed), value(ra)]));
                }
                if r_active {
                    self.contribute_operand(r, Op::Runtime("times", vec![value(&seed), value(la)]));
                }
            }
            // A reciprocal's slope is the square of its value: no need for what it is the reciprocal of.
            BinOp::Div(_) if is_one(la) => {
                let part = self.temp(
                    Op::Runtime("times", vec![value(&seed), Argument::Value(Atom::Var(out))]),
                    Ty::FLOAT,
                );
                let part = self.temp(
                    Op::Runtime("times", vec![value(&part), Argument::Value(Atom::Var(out))]),
                    Ty::FLOAT,
                );
                self.contribute_operand(r, Op::Neg(Operand::Atom(part)));
            }
            BinOp::Div(_) => {
                let share = self.temp(Op::Runtime("over", vec![value(&seed), value(ra)]), Ty::FLOAT);
                if l_active {
                    self.contribute_operand(l, read(&share));
                }
                if r_active {
                    let part = self.temp(
                        Op::Runtime("times", vec![value(&share), Argument::Value(Atom::Var(out))]),
                        Ty::FLOAT,
                    );
                    self.contribute_operand(r, Op::Neg(Operand::Atom(part)));
                }
            }
            BinOp::Rem(_) => {
                self.contribute_operand(l, read(&seed));
                if r_active {
                    let division = BinOp::Div(Default::default());
                    let quotient = self.temp(Op::Binary(division, l.clone(), r.clone()), Ty::FLOAT);
                    let name = self
                        .f
                        .info(quotient.var().expect("a temporary is a variable"))
                        .name
                        .clone();
                    let whole = self.temp(
                        Op::Opaque(Opaque::pure(
                            quote!(#name.trunc()),
                            quotient.var().into_iter().collect(),
                        )),
                        Ty::FLOAT,
                    );
                    let part = self.temp(Op::Runtime("portion", vec![value(&seed), value(&whole)]), Ty::FLOAT);
                    self.contribute_operand(r, Op::Neg(Operand::Atom(part)));
                }
            }
            _ => unreachable!("only arithmetic is lowered to a float operation"),
        }
    }

    /// How operands of types that only rustc knows are handed to their operator.
    pub(super) fn form(&self, operands: &[&Operand]) -> Argument {
        let ad = self.f.names_ad();
        let forms = operands.iter().map(|operand| match operand {
            Operand::Atom(_) | Operand::Receiver(_) => quote!(#ad::ByValue),
            Operand::Borrow(_) | Operand::Lend(_) => quote!(#ad::ByReference),
        });
        let forms: Vec<_> = forms.collect();
        let tokens = match forms.as_slice() {
            [one] => quote!(#one),
            forms => quote!((#(#forms),*)),
        };
        Argument::Value(Atom::Constant(tokens, Ty::Inert))
    }

    /// Whether an operand is a view of an array, as it is.
    pub(super) fn takes_views(&self, operands: &[&Operand]) -> bool {
        operands
            .iter()
            .any(|operand| matches!(operand, Operand::Borrow(place) if self.f.is_taken_view(place)))
    }

    pub(super) fn general_binary(&mut self, operator: &BinOp, l: &Operand, r: &Operand, seed: Var, id: usize) {
        if !is_arithmetic(operator) {
            self.diagnostics
                .error(self.span, "cannot differentiate through this operator", "");
            return;
        }
        let seed = Argument::Ref(Place::var(seed));
        let (left, right) = match operator {
            BinOp::Add(_) => ("add_left", "add_right"),
            BinOp::Sub(_) => ("sub_left", "sub_right"),
            BinOp::Mul(_) => ("mul_left", "mul_right"),
            BinOp::Div(_) => ("div_left", "div_right"),
            _ => ("rem_left", "rem_right"),
        };
        let keep = match operator {
            BinOp::Add(_) if self.takes_views(&[l, r]) => Some("add_keep_of_views"),
            BinOp::Add(_) => Some("add_keep"),
            BinOp::Sub(_) if self.takes_views(&[l, r]) => Some("sub_keep_of_views"),
            BinOp::Sub(_) => Some("sub_keep"),
            _ => None,
        };
        let operands = vec![self.form(&[l, r]), operand_argument(l), operand_argument(r)];
        let args = match keep {
            Some(keep) => vec![Argument::Ref(Place::var(self.keep(keep, operands, id))), seed],
            None => operands.into_iter().chain([seed]).collect(),
        };
        if self.operand_active(l) {
            self.contribute_operand(l, Op::Runtime(left, args.clone()));
        }
        if self.operand_active(r) {
            self.contribute_operand(r, Op::Runtime(right, args));
        }
    }

    pub(super) fn rule(&mut self, rule: &'static Rule, args: &[Operand], seed: Atom, out: Var, id: usize) {
        if args.len() != rule.params.len() {
            self.diagnostics.error(
                self.span,
                format!("`{}` takes {} arguments here", rule.name, rule.params.len() - 1),
                "",
            );
            return;
        }
        // In a generic function it may be of a parameter's type.
        let generic =
            args.iter().any(|arg| !matches!(arg, Operand::Atom(_))) || !self.f.operand_ty(&args[0]).is_float();
        for (k, arg) in args.iter().enumerate() {
            if !self.operand_active(arg) || k >= rule.slopes.len() {
                continue;
            }
            if generic {
                let mut values: Vec<Argument> = Vec::new();
                for arg in args {
                    values.push(match arg {
                        Operand::Atom(atom) => Argument::Value(atom.clone()),
                        Operand::Borrow(place) | Operand::Lend(place) | Operand::Receiver(place) => {
                            let ty = self.f.place_ty(place);
                            Argument::Value(self.temp(Op::Read(place.clone()), ty))
                        }
                    });
                }
                values.push(Argument::Value(Atom::Var(out)));
                values.push(Argument::Value(seed.clone()));
                self.contribute_operand(arg, Op::RuntimeRule(rule, k, values));
                continue;
            }
            let mut names: FlatMap<&str, Atom> = FlatMap::new();
            for (name, arg) in rule.params.iter().zip(args) {
                let Operand::Atom(atom) = arg else {
                    unreachable!("checked above")
                };
                names.insert(name, atom.clone());
            }
            names.insert("y", Atom::Var(out));
            let slope: Expr = syn::parse_str(rule.slopes[k]).expect("the rule table parses");
            let op = match formula(self, &slope, &names, id) {
                Atom::Constant(tokens, _) if tokens.to_string() == "1.0" => {
                    Op::Read(Place::var(seed.var().expect("a seed is a variable")))
                }
                Atom::Constant(tokens, _) if tokens.to_string() == "0.0" => continue,
                slope => {
                    let times = if BESIDE.contains(&rule.name) {
                        "weighted"
                    } else {
                        rule.product
                    };
                    Op::Runtime(times, vec![Argument::Value(seed.clone()), Argument::Value(slope)])
                }
            };
            self.contribute_operand(arg, op);
        }
    }
}

/// What slopes are computed by: a sweep that is being built.
pub trait Slopes {
    fn vars(&self) -> &[VarInfo];
    fn temp(&mut self, op: Op, ty: Ty) -> Atom;
    /// The variable that holds a function of this variable already.
    fn known(&self, rule: &Rule, of: Var) -> Option<Var>;
    /// A slope that is computed beside the value of the statement `id`.
    fn beside(&mut self, slope: Op, value: Atom, id: usize) -> Atom;
}

impl Slopes for Adjoint<'_> {
    fn vars(&self) -> &[VarInfo] {
        &self.f.vars
    }

    fn temp(&mut self, op: Op, ty: Ty) -> Atom {
        Adjoint::temp(self, op, ty)
    }

    fn known(&self, rule: &Rule, of: Var) -> Option<Var> {
        let known = self.known.get(&(rule.name, of)).copied();
        known.filter(|known| self.here(*known))
    }

    fn beside(&mut self, slope: Op, value: Atom, id: usize) -> Atom {
        Atom::Var(Adjoint::beside(self, slope, value, id))
    }
}

/// A slope of the rule table, as operations of the IR: it can be differentiated again. `id`: the statement of the forward
/// sweep whose slope it is.
pub fn formula(to: &mut impl Slopes, expr: &Expr, names: &FlatMap<&str, Atom>, id: usize) -> Atom {
    match expr {
        Expr::Paren(inner) => formula(to, &inner.expr, names, id),
        Expr::Lit(lit) => {
            let lit = &lit.lit;
            Atom::Constant(quote!(#lit), Ty::FLOAT)
        }
        Expr::Path(path) => {
            let name = path.path.get_ident().expect("a plain name").to_string();
            names[name.as_str()].clone()
        }
        Expr::Unary(unary) => {
            if let Expr::Lit(lit) = &*unary.expr {
                return Atom::Constant(quote!(-#lit), Ty::FLOAT);
            }
            let operand = formula(to, &unary.expr, names, id);
            to.temp(Op::Neg(Operand::Atom(operand)), Ty::FLOAT)
        }
        Expr::Binary(binary) => {
            let left = formula(to, &binary.left, names, id);
            let right = formula(to, &binary.right, names, id);
            to.temp(
                Op::Binary(binary.op, Operand::Atom(left), Operand::Atom(right)),
                Ty::FLOAT,
            )
        }
        Expr::MethodCall(call) => {
            let mut args = vec![formula(to, &call.receiver, names, id)];
            args.extend(call.args.iter().map(|arg| formula(to, arg, names, id)));
            // As a receiver a literal needs its type: `x.log(10.0)`.
            if let (Atom::Constant(tokens, Ty::FLOAT), Atom::Var(y)) = (&mut args[0], &names["y"])
                && let Ty::Float(width) = &to.vars()[y.0].ty
                && let Some(ty) = width.written()
            {
                *tokens = quote!((#tokens as #ty));
            }
            let method = call.method.to_string();
            match crate::syntax::scalar_rules::rule(&method) {
                Some(rule) => {
                    if let [Atom::Var(arg)] = args[..]
                        && let Some(known) = to.known(rule, arg)
                    {
                        return Atom::Var(known);
                    }
                    let op = Op::Rule(Applied::method(rule), args.into_iter().map(Operand::Atom).collect());
                    if BESIDE.contains(&rule.name) && is_input(&call.receiver) {
                        to.beside(op, names["y"].clone(), id)
                    } else {
                        to.temp(op, Ty::FLOAT)
                    }
                }
                None => {
                    let tokens: Vec<_> = args.iter().map(|arg| spell::atom(to.vars(), arg)).collect();
                    let (receiver, rest) = tokens.split_first().expect("there is a receiver");
                    let method = &call.method;
                    let reads = args.iter().filter_map(Atom::var).collect();
                    let opaque = Opaque::pure(quote!(#receiver.#method(#(#rest),*)), reads);
                    to.temp(Op::Opaque(opaque), Ty::FLOAT)
                }
            }
        }
        Expr::Call(call) => {
            let Expr::Path(path) = &*call.func else {
                unreachable!("slopes call the runtime by name")
            };
            let name = path.path.get_ident().expect("a plain name").to_string();
            let function = RUNTIME_FUNCTIONS
                .iter()
                .copied()
                .flatten()
                .find(|function| **function == name)
                .expect("a function of the runtime");
            let args = call
                .args
                .iter()
                .map(|arg| Argument::Value(formula(to, arg, names, id)))
                .collect();
            to.temp(Op::Runtime(function, args), Ty::FLOAT)
        }
        _ => unreachable!("slopes are simple expressions"),
    }
}

pub fn is_one(atom: &Atom) -> bool {
    matches!(atom, Atom::Constant(tokens, _) if tokens.to_string().parse() == Ok(1.0))
}

/// Whether a part of a slope is an argument of the function, and not its result or something computed.
pub(super) fn is_input(expr: &Expr) -> bool {
    matches!(expr, Expr::Path(path) if !path.path.is_ident("y"))
}

/// The functions of the runtime that slopes may call.
pub(super) const RUNTIME_FUNCTIONS: &[&[&str]] = &[&["times", "over", "ratio", "powi_slope"], FLAT_FUNCTIONS];

/// Those whose value is constant almost everywhere.
pub(super) const FLAT_FUNCTIONS: &[&str] = &[
    "sign",
    "max_share",
    "min_share",
    "copysign_slope",
    "clamp_share",
    "clamp_low_share",
    "clamp_high_share",
    "ln_2",
    "ln_10",
    "radians",
    "degrees",
];

/// A sine and a cosine of the same number cost little more than one of them, where LLVM sees both: a slope that is one of them
/// is computed in the forward sweep, beside the other.
pub(super) const BESIDE: &[&str] = &["sin", "cos"];
