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
double pow(double, double), fmax(double, double), fmin(double, double);
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
