// The product in which zeros on the left contribute exactly zero, where the one of cuBLAS may differ from it: nothing happens if
// all elements on the right are finite.

extern "C" __global__ void strong(Real *z, const Real *x, Places x_places, const Real *y, Places y_places, Shape shape,
                                  Index rank, const Real *infinite, Index count, Index inner, Index x_stride,
                                  Index y_stride) {
    if (infinite[0] == T_ZERO) {
        return;
    }
    EACH(i, count) {
        Index left = place(x_places, shape, rank, i), right = place(y_places, shape, rank, i);
        Real sum = T_ZERO;
        for (Index k = 0; k < inner; ++k) {
            sum = sum + times(x[left + k * x_stride], y[right + k * y_stride]);
        }
        z[i] = sum;
    }
}
