// What the tokens of `kernel!` mean in C++: floats with the methods of Rust's, and the functions of `scalar.rs`.
// The closures of users, which the macro wrote, call all functions with a scalar rule. `real` is `float` or `double`. There are no headers: NVRTC has none.

typedef long long Index;

struct Shape {
    Index lengths[8];
};

struct Places {
    Index offset;
    Index strides[8];
};

/// All of `count` that this thread does.
#define EACH(i, count) \
    for (Index i = blockIdx.x * (Index)blockDim.x + threadIdx.x; i < (count); i += (Index)blockDim.x * gridDim.x)

/// Where the element number `i` is, row by row.
__device__ inline Index place(const Places &places, const Shape &shape, Index rank, Index i) {
    Index at = places.offset;
    for (Index axis = rank - 1; axis > 0; --axis) {
        at += i % shape.lengths[axis] * places.strides[axis];
        i /= shape.lengths[axis];
    }
    return rank > 0 ? at + i * places.strides[0] : at;
}

struct Real {
    real v;
    Real() = default;
    __device__ explicit Real(real v) : v(v) {}
    __device__ bool is_nan() const { return v != v; }
    __device__ bool is_infinite() const { return v == v && v - v != v - v; }
    __device__ bool is_finite() const { return v - v == v - v; }
    __device__ Real exp() const { return Real(::exp(v)); }
    __device__ Real ln() const { return Real(::log(v)); }
    __device__ Real ln_1p() const { return Real(::log1p(v)); }
    __device__ Real sqrt() const { return Real(::sqrt(v)); }
    __device__ Real sin() const { return Real(::sin(v)); }
    __device__ Real cos() const { return Real(::cos(v)); }
    __device__ Real tanh() const { return Real(::tanh(v)); }
    __device__ Real abs() const { return Real(::fabs(v)); }
    __device__ Real erf() const { return Real(::erf(v)); }
    __device__ Real cbrt() const { return Real(::cbrt(v)); }
    __device__ Real exp2() const { return Real(::exp2(v)); }
    __device__ Real exp_m1() const { return Real(::expm1(v)); }
    __device__ Real log2() const { return Real(::log2(v)); }
    __device__ Real log10() const { return Real(::log10(v)); }
    __device__ Real log(Real base) const { return Real(::log(v) / ::log(base.v)); }
    __device__ Real tan() const { return Real(::tan(v)); }
    __device__ Real asin() const { return Real(::asin(v)); }
    __device__ Real acos() const { return Real(::acos(v)); }
    __device__ Real atan() const { return Real(::atan(v)); }
    __device__ Real sinh() const { return Real(::sinh(v)); }
    __device__ Real cosh() const { return Real(::cosh(v)); }
    __device__ Real asinh() const { return Real(::asinh(v)); }
    __device__ Real acosh() const { return Real(::acosh(v)); }
    __device__ Real atanh() const { return Real(::atanh(v)); }
    __device__ Real atan2(Real x) const { return Real(::atan2(v, x.v)); }
    __device__ Real hypot(Real other) const { return Real(::hypot(v, other.v)); }
    __device__ Real recip() const { return Real(1 / v); }
    __device__ Real floor() const { return Real(::floor(v)); }
    __device__ Real ceil() const { return Real(::ceil(v)); }
    __device__ Real round() const { return Real(::round(v)); }
    __device__ Real round_ties_even() const { return Real(::rint(v)); }
    __device__ Real trunc() const { return Real(::trunc(v)); }
    __device__ Real fract() const { return Real(v - ::trunc(v)); }
    __device__ Real copysign(Real sign) const { return Real(::copysign(v, sign.v)); }
    __device__ Real signum() const { return v == v ? Real(::copysign((real)1, v)) : *this; }
    __device__ Real next_up() const { return Real(::nextafter(v, (real)__int_as_float(0x7f800000))); }
    __device__ Real next_down() const { return Real(::nextafter(v, (real)__int_as_float(0xff800000))); }
    __device__ Real to_radians() const { return Real(v * (real)0.017453292519943295); }
    __device__ Real to_degrees() const { return Real(v * (real)57.29577951308232); }
    __device__ Real mul_add(Real a, Real b) const { return Real(::fma(v, a.v, b.v)); }
    __device__ Real midpoint(Real other) const { return Real((v + other.v) / 2); }
    __device__ Real rem_euclid(Real by) const {
        real rest = ::fmod(v, by.v);
        return Real(rest < 0 ? rest + ::fabs(by.v) : rest);
    }
    __device__ Real div_euclid(Real by) const {
        real quotient = ::trunc(v / by.v);
        return Real(::fmod(v, by.v) < 0 ? (by.v > 0 ? quotient - 1 : quotient + 1) : quotient);
    }
    __device__ Real powf(Real p) const { return Real(::pow(v, p.v)); }
    __device__ Real powi(Index n) const { return Real(::pow(v, (real)n)); }
    __device__ Real max(Real other) const { return Real(::fmax(v, other.v)); }
    __device__ Real min(Real other) const { return Real(::fmin(v, other.v)); }
    __device__ Real clamp(Real low, Real high) const { return v < low.v ? low : v > high.v ? high : *this; }
};

#define REAL_OPERATOR(symbol) \
    __device__ inline Real operator symbol(Real a, Real b) { return Real(a.v symbol b.v); }
#define REAL_COMPARISON(symbol) \
    __device__ inline bool operator symbol(Real a, Real b) { return a.v symbol b.v; }
REAL_OPERATOR(+)
REAL_OPERATOR(-)
REAL_OPERATOR(*)
REAL_OPERATOR(/)
REAL_COMPARISON(<)
REAL_COMPARISON(>)
REAL_COMPARISON(<=)
REAL_COMPARISON(>=)
REAL_COMPARISON(==)
REAL_COMPARISON(!=)
__device__ inline Real operator-(Real a) { return Real(-a.v); }

// `T::ZERO` is written `T_ZERO` here.
#define T_ZERO Real(0)
#define T_HALF Real((real)0.5)
#define T_ONE Real(1)
#define T_nearest(value) Real((real)(value))

__device__ inline Real neg_infinity() { return Real((real)__int_as_float(0xff800000)); }

template <class A> __device__ inline A choose(bool condition, A a, A b) { return condition ? a : b; }

__device__ inline Real weighted(Real seed, Real slope) { return seed == T_ZERO ? T_ZERO : seed * slope; }
__device__ inline Real times(Real seed, Real slope) { return weighted(seed, slope); }
__device__ inline Real over(Real seed, Real by) { return seed == T_ZERO ? T_ZERO : seed / by; }
__device__ inline Real portion(Real seed, Real share) {
    return share == T_ZERO || seed == T_ZERO ? T_ZERO : seed * share;
}
__device__ inline Real sign(Real x) { return x > T_ZERO ? T_ONE : x < T_ZERO ? -T_ONE : x == T_ZERO ? T_ZERO : x; }
__device__ inline Real together(Real slope, Real) { return slope; }
__device__ inline Real ratio(Real part, Real whole) {
    return part.is_infinite() ? over(sign(part), sign(whole)) : over(part, whole);
}
__device__ inline Real copysign_slope(Real x, Real s) { return s.signum() < T_ZERO ? sign(-x) : sign(x); }
__device__ inline Real ln_2(Real) { return T_nearest(0.69314718055994530942); }
__device__ inline Real ln_10(Real) { return T_nearest(2.30258509299404568402); }
__device__ inline Real radians(Real) { return T_nearest(0.017453292519943295); }
__device__ inline Real degrees(Real) { return T_nearest(57.29577951308232); }
__device__ inline Real one_over(Real r) { return T_ONE / r; }
__device__ inline Real quotient_slope(Real l, Real r) { return -(l / r) / r; }
__device__ inline Real powi_slope(Real x, Index n) {
    return n == 0 ? T_ZERO : Real((real)n) * (n == -2147483648LL ? x.powi(n) / x : x.powi(n - 1));
}
__device__ inline Real power_slope(Real x, Real p) { return p == T_ZERO ? T_ZERO : p * x.powf(p - T_ONE); }
__device__ inline Real max_share(Real a, Real b) {
    return a > b || b.is_nan() ? T_ONE : a == b ? T_HALF : T_ZERO;
}
__device__ inline Real min_share(Real a, Real b) {
    return a < b || b.is_nan() ? T_ONE : a == b ? T_HALF : T_ZERO;
}
__device__ inline Real clamp_share(Real x, Real low, Real high) {
    return x.is_nan() ? T_ONE : max_share(x, low) * min_share(x.max(low), high);
}
__device__ inline Real clamp_low_share(Real x, Real low, Real high) {
    return x.is_nan() ? T_ZERO : max_share(low, x) * min_share(x.max(low), high);
}
__device__ inline Real clamp_high_share(Real x, Real low, Real high) {
    return x.is_nan() ? T_ZERO : min_share(high, x.max(low));
}
__device__ inline Real sigmoid(Real x) { return T_ONE / (T_ONE + (-x).exp()); }
__device__ inline Real normal_distribution(Real x) {
    return T_HALF * (T_ONE + (x * T_nearest(0.70710678118654752440)).erf());
}
__device__ inline Real normal_density(Real x) {
    return (-T_HALF * x * x).exp() * T_nearest(0.39894228040143267794);
}
