//! Operators by std's traits, with the types and methods that stand for them in the runtime.
//!
//! Input:  `Mul`, `AddAssign`
//! Output: `Operator::Binary("mul")`, runtime type `Times`; `Operator::Assign("AddEq", "add_assign")`

/// An operator, by the trait that stands for it.
#[derive(Clone, Copy)]
pub enum Operator {
    /// Of two operands: the trait's method.
    Binary(&'static str),
    Neg,
    /// A compound assignment: the trait, and its method.
    Assign(&'static str, &'static str),
}

impl Operator {
    pub fn method(self) -> &'static str {
        match self {
            Operator::Binary(method) | Operator::Assign(_, method) => method,
            Operator::Neg => "neg",
        }
    }

    /// What stands for it in the runtime.
    pub fn name(self) -> &'static str {
        match self {
            Operator::Binary("add") => "Plus",
            Operator::Binary("sub") => "Minus",
            Operator::Binary("mul") => "Times",
            Operator::Binary("div") => "Over",
            Operator::Binary(_) => "Modulo",
            Operator::Neg => "Negative",
            Operator::Assign(name, _) => name,
        }
    }
}

/// The operator whose impl a function is, with what it takes by reference.
#[derive(Clone, PartialEq, Debug)]
pub struct OwnOperator {
    pub method: &'static str,
    pub lent: Vec<bool>,
}

/// The operator that a trait of std's stands for.
pub fn of_trait(name: &str) -> Option<Operator> {
    Some(match name {
        "Add" => Operator::Binary("add"),
        "Sub" => Operator::Binary("sub"),
        "Mul" => Operator::Binary("mul"),
        "Div" => Operator::Binary("div"),
        "Rem" => Operator::Binary("rem"),
        "Neg" => Operator::Neg,
        "AddAssign" => Operator::Assign("AddEq", "add_assign"),
        "SubAssign" => Operator::Assign("SubEq", "sub_assign"),
        "MulAssign" => Operator::Assign("MulEq", "mul_assign"),
        "DivAssign" => Operator::Assign("DivEq", "div_assign"),
        "RemAssign" => Operator::Assign("RemEq", "rem_assign"),
        _ => return None,
    })
}
