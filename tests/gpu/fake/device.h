// What a compiler of CUDA has built in, for one of C++: it stands before each kernel in the stand-in of NVRTC.
#define __device__
#define __global__
#define __shared__ static

struct Dim {
    unsigned x, y, z;
};

extern "C" {
Dim threadIdx, blockIdx, blockDim, gridDim;
void (*fake_barrier)();
double exp(double), log(double), log1p(double), sqrt(double), sin(double), cos(double), tanh(double), fabs(double), erf(double);
double pow(double, double), fmax(double, double), fmin(double, double), fma(double, double, double);
double cbrt(double), exp2(double), expm1(double), log2(double), log10(double), tan(double), asin(double), acos(double);
double atan(double), sinh(double), cosh(double), asinh(double), acosh(double), atanh(double), floor(double), ceil(double);
double round(double), rint(double), trunc(double), atan2(double, double), hypot(double, double), fmod(double, double);
double copysign(double, double), nextafter(double, double);
}

inline void __syncthreads() { fake_barrier(); }
inline float __int_as_float(int bits) {
    float value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

inline float exp(float x) { return __builtin_expf(x); }
inline float log(float x) { return __builtin_logf(x); }
inline float log1p(float x) { return __builtin_log1pf(x); }
inline float sqrt(float x) { return __builtin_sqrtf(x); }
inline float sin(float x) { return __builtin_sinf(x); }
inline float cos(float x) { return __builtin_cosf(x); }
inline float tanh(float x) { return __builtin_tanhf(x); }
inline float fabs(float x) { return __builtin_fabsf(x); }
inline float erf(float x) { return __builtin_erff(x); }
inline float pow(float x, float y) { return __builtin_powf(x, y); }
inline float cbrt(float x) { return __builtin_cbrtf(x); }
inline float exp2(float x) { return __builtin_exp2f(x); }
inline float expm1(float x) { return __builtin_expm1f(x); }
inline float log2(float x) { return __builtin_log2f(x); }
inline float log10(float x) { return __builtin_log10f(x); }
inline float tan(float x) { return __builtin_tanf(x); }
inline float asin(float x) { return __builtin_asinf(x); }
inline float acos(float x) { return __builtin_acosf(x); }
inline float atan(float x) { return __builtin_atanf(x); }
inline float sinh(float x) { return __builtin_sinhf(x); }
inline float cosh(float x) { return __builtin_coshf(x); }
inline float asinh(float x) { return __builtin_asinhf(x); }
inline float acosh(float x) { return __builtin_acoshf(x); }
inline float atanh(float x) { return __builtin_atanhf(x); }
inline float floor(float x) { return __builtin_floorf(x); }
inline float ceil(float x) { return __builtin_ceilf(x); }
inline float round(float x) { return __builtin_roundf(x); }
inline float rint(float x) { return __builtin_rintf(x); }
inline float trunc(float x) { return __builtin_truncf(x); }
inline float atan2(float x, float y) { return __builtin_atan2f(x, y); }
inline float hypot(float x, float y) { return __builtin_hypotf(x, y); }
inline float fmod(float x, float y) { return __builtin_fmodf(x, y); }
inline float copysign(float x, float y) { return __builtin_copysignf(x, y); }
inline float nextafter(float x, float y) { return __builtin_nextafterf(x, y); }
inline float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
inline float fmax(float x, float y) { return __builtin_fmaxf(x, y); }
inline float fmin(float x, float y) { return __builtin_fminf(x, y); }

// A kernel is called with pointers to its arguments, as the driver gets them.
template <int... I> struct Places_ {};
template <int N, int... I> struct Up : Up<N - 1, N - 1, I...> {};
template <int... I> struct Up<0, I...> {
    typedef Places_<I...> Type;
};
template <class... A, int... I> inline void fake_apply(void (*f)(A...), void **p, Places_<I...>) { f(*(A *)p[I]...); }
template <class... A> inline void fake_call(void (*f)(A...), void **p) {
    fake_apply(f, p, typename Up<sizeof...(A)>::Type());
}
