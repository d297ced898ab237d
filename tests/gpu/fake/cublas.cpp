// A stand-in for libcublas.so, for tests: the two functions that are called, as loops, which check what cuBLAS does.

typedef long long Index;
enum { SUCCESS = 0, INVALID_VALUE = 7 };

template <class T>
static int gemm(int a_turned, int b_turned, int m, int n, int k, const T *alpha, const T *a, int a_leading, Index a_stride,
                const T *b, int b_leading, Index b_stride, const T *beta, T *c, int c_leading, Index c_stride, int batch) {
    auto fits = [](int leading, int rows) { return leading >= (rows > 1 ? rows : 1); };
    if (m < 0 || n < 0 || k < 0 || batch < 0 || !fits(a_leading, a_turned ? k : m) || !fits(b_leading, b_turned ? n : k) ||
        !fits(c_leading, m)) {
        return INVALID_VALUE;
    }
    for (Index matrix = 0; matrix < batch; ++matrix) {
        const T *left = a + matrix * a_stride, *right = b + matrix * b_stride;
        for (Index column = 0; column < n; ++column) {
            for (Index row = 0; row < m; ++row) {
                T sum = 0;
                for (Index i = 0; i < k; ++i) {
                    T x = a_turned ? left[row * a_leading + i] : left[i * a_leading + row];
                    T y = b_turned ? right[i * b_leading + column] : right[column * b_leading + i];
                    sum += x * y;
                }
                T &to = c[matrix * c_stride + column * c_leading + row];
                to = *alpha * sum + (*beta == 0 ? 0 : *beta * to);
            }
        }
    }
    return SUCCESS;
}

extern "C" {

int cublasCreate_v2(void **handle) { return *handle = handle, SUCCESS; }
int cublasDestroy_v2(void *) { return SUCCESS; }
int cublasSetStream_v2(void *, void *) { return SUCCESS; }

int cublasSgemmStridedBatched(void *, int ta, int tb, int m, int n, int k, const float *alpha, const float *a, int lda, Index sa,
                              const float *b, int ldb, Index sb, const float *beta, float *c, int ldc, Index sc, int batch) {
    return gemm(ta, tb, m, n, k, alpha, a, lda, sa, b, ldb, sb, beta, c, ldc, sc, batch);
}
int cublasDgemmStridedBatched(void *, int ta, int tb, int m, int n, int k, const double *alpha, const double *a, int lda, Index sa,
                              const double *b, int ldb, Index sb, const double *beta, double *c, int ldc, Index sc, int batch) {
    return gemm(ta, tb, m, n, k, alpha, a, lda, sa, b, ldb, sb, beta, c, ldc, sc, batch);
}
}
