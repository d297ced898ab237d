//! The scalar rules: one line each, with the domain from which its test samples.
//!
//! `name(x in domain, ..) -> y = [∂y/∂x, ..];` Slopes are expressions of the arguments and the value `y`; `times`, `over` and
//! the like are functions of the runtime. What a slope mentions is what the pullback needs. `-> y shares [..]`: they are shares, of
//! which one that is zero contributes nothing, whatever the cotangent is.

/// A differentiable function of scalars.
pub struct Rule {
    pub name: &'static str,
    pub params: &'static [&'static str],
    /// What a cotangent is multiplied with a slope by: `times`, or `portion` where the slopes are shares.
    pub product: &'static str,
    /// One per parameter; empty where the parameter is an integer.
    pub slopes: &'static [&'static str],
    /// Where the tests sample each parameter.
    pub domains: &'static [&'static str],
}

impl std::fmt::Debug for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

macro_rules! rules {
    (@product =) => { "times" };
    (@product shares) => { "portion" };
    ($($name:ident($($param:ident in $domain:tt),*) -> y $product:tt [$($slope:expr),*];)*) => {
        pub static RULES: &[Rule] = &[$(Rule {
            name: stringify!($name),
            params: &[$(stringify!($param)),*],
            product: rules!(@product $product),
            slopes: &[$(stringify!($slope)),*],
            domains: &[$(stringify!($domain)),*],
        }),*];
    };
}

// A domain is (low, high), or {low, high} for an integer exponent.
rules! {
    sqrt(x in (0.1, 4.0)) -> y = [over(0.5, y)];
    cbrt(x in (0.1, 4.0)) -> y = [over(1.0, 3.0 * y * y)];
    exp(x in (-3.0, 2.0)) -> y = [y];
    exp2(x in (-3.0, 2.0)) -> y = [y * ln_2(y)];
    exp_m1(x in (-3.0, 2.0)) -> y = [y + 1.0];
    ln(x in (0.1, 4.0)) -> y = [1.0 / x];
    ln_1p(x in (-0.9, 3.0)) -> y = [1.0 / (1.0 + x)];
    log2(x in (0.1, 4.0)) -> y = [1.0 / (x * ln_2(x))];
    log10(x in (0.1, 4.0)) -> y = [1.0 / (x * ln_10(x))];
    log(x in (0.1, 4.0), b in (1.5, 4.0)) -> y = [1.0 / (x * b.ln()), -y / (b * b.ln())];
    sin(x in (-3.0, 3.0)) -> y = [x.cos()];
    cos(x in (-3.0, 3.0)) -> y = [-x.sin()];
    tan(x in (-1.2, 1.2)) -> y = [1.0 + y * y];
    asin(x in (-0.9, 0.9)) -> y = [1.0 / (1.0 - x * x).sqrt()];
    acos(x in (-0.9, 0.9)) -> y = [-1.0 / (1.0 - x * x).sqrt()];
    atan(x in (-3.0, 3.0)) -> y = [1.0 / (1.0 + x * x)];
    sinh(x in (-2.0, 2.0)) -> y = [x.cosh()];
    cosh(x in (-2.0, 2.0)) -> y = [x.sinh()];
    tanh(x in (-2.0, 2.0)) -> y = [1.0 - y * y];
    asinh(x in (-2.0, 2.0)) -> y = [1.0 / (x * x + 1.0).sqrt()];
    acosh(x in (1.1, 4.0)) -> y = [1.0 / (x * x - 1.0).sqrt()];
    atanh(x in (-0.9, 0.9)) -> y = [1.0 / (1.0 - x * x)];
    recip(x in (0.2, 3.0)) -> y = [-y * y];
    abs(x in (0.1, 3.0)) -> y shares [sign(x)];
    fract(x in (0.1, 0.9)) -> y = [1.0];
    next_up(x in (0.1, 3.0)) -> y = [1.0];
    next_down(x in (0.1, 3.0)) -> y = [1.0];
    to_radians(x in (-90.0, 90.0)) -> y = [radians(x)];
    to_degrees(x in (-3.0, 3.0)) -> y = [degrees(x)];
    powi(x in (0.2, 2.0), n in {-3, 4}) -> y = [powi_slope(x, n)];
    powf(x in (0.2, 3.0), p in (-2.0, 2.0)) -> y = [times(p, x.powf(p - 1.0)), times(y, x.ln())];
    atan2(a in (-2.0, 2.0), b in (0.2, 2.0)) -> y = [over(b, a * a + b * b), over(-a, a * a + b * b)];
    hypot(a in (-2.0, 2.0), b in (0.2, 2.0)) -> y = [ratio(a, y), ratio(b, y)];
    max(a in (-2.0, 0.4), b in (0.5, 2.0)) -> y shares [max_share(a, b), max_share(b, a)];
    min(a in (-2.0, 0.4), b in (0.5, 2.0)) -> y shares [min_share(a, b), min_share(b, a)];
    clamp(x in (0.6, 0.9), low in (0.0, 0.5), high in (1.0, 2.0)) -> y shares [clamp_share(x, low, high), clamp_low_share(x, low, high), clamp_high_share(x, low, high)];
    mul_add(x in (-2.0, 2.0), a in (-2.0, 2.0), b in (-2.0, 2.0)) -> y = [a, x, 1.0];
    copysign(x in (0.1, 2.0), s in (-2.0, -0.1)) -> y shares [copysign_slope(x, s), 0.0];
    rem_euclid(x in (0.1, 0.9), m in (1.0, 2.0)) -> y shares [1.0, -x.div_euclid(m)];
    midpoint(a in (-2.0, 2.0), b in (-2.0, 2.0)) -> y = [0.5, 0.5];
}

/// Methods of the floats whose value is a float that is constant almost everywhere.
const FLAT: &[&str] = &[
    "floor",
    "ceil",
    "round",
    "round_ties_even",
    "trunc",
    "signum",
    "div_euclid",
];

/// Methods of the floats whose value is no float.
const INERT: &[&str] = &[
    "to_bits",
    "is_nan",
    "is_infinite",
    "is_finite",
    "is_normal",
    "is_subnormal",
    "is_sign_positive",
    "is_sign_negative",
    "classify",
    "partial_cmp",
    "total_cmp",
    "to_string",
    "to_le_bytes",
    "to_be_bytes",
    "to_ne_bytes",
    "is_zero",
    "is_one",
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
];

impl Rule {
    /// The rule for the macros of the runtime and of the tests:
    /// `sin [sin_marked_differentiable ..] (x in (-3.0, 3.0)) { sin_0(x in (-3.0, 3.0); y) = times x.cos(); }`, with the names of its
    /// pair as a method.
    pub fn line(&self) -> String {
        let params: Vec<_> = self
            .params
            .iter()
            .zip(self.domains)
            .map(|(param, domain)| format!("{param} in {domain}"))
            .collect();
        let (params, product) = (params.join(", "), self.product);
        let slopes: String = self
            .slopes
            .iter()
            .enumerate()
            .map(|(k, slope)| format!("{}_{k}({params}; y) = {product} {slope};", self.name))
            .collect();
        let name = self.name;
        let pair = [
            "marked_differentiable",
            "differentiable_push",
            "differentiable_pull",
            "differentiable_tangent",
        ];
        let pair = pair.map(|part| format!("{name}_{part}"));
        let pair = pair.join(" ");
        format!("{name} [{pair}] ({params}) {{ {slopes} }}")
    }
}

pub fn rule(name: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.name == name)
}

pub fn is_flat(name: &str) -> bool {
    FLAT.contains(&name)
}

/// Whether a call may be of such a method of the floats: `step.floor(to)`, with an argument, is of somebody's own.
pub fn is_flat_method(call: &syn::ExprMethodCall) -> bool {
    let name = call.method.to_string();
    is_flat(&name) && call.args.len() == usize::from(name == "div_euclid")
}

pub fn is_inert(name: &str) -> bool {
    INERT.contains(&name)
}

/// Whether a function has one result by the standard of arithmetic, whoever computes it.
pub fn is_exact(name: &str) -> bool {
    is_flat(name) || matches!(name, "sqrt" | "abs" | "copysign" | "mul_add" | "recip")
}

/// Methods that write a number out, so that it could be read back.
pub fn spells(name: &str) -> bool {
    matches!(
        name,
        "to_bits" | "to_string" | "to_le_bytes" | "to_be_bytes" | "to_ne_bytes"
    )
}

/// Functions and methods that read a number from what `spells` writes.
pub fn reads_back(name: &str) -> bool {
    matches!(
        name,
        "parse" | "from_str" | "from_bits" | "from_le_bytes" | "from_be_bytes" | "from_ne_bytes"
    )
}
