// Distributions over lanes, a block for each, after `reduce.cu`.

/// The largest element of a lane, and the sum of the exponentials of the distances from it.
__device__ inline Real normalizer(const Real *x, Index start, Index count, Index stride, Real *parts, Real *most) {
    Real mine = neg_infinity();
    for (Index k = threadIdx.x; k < count; k += blockDim.x) {
        mine = mine.max(x[start + k * stride]);
    }
    *most = combined(mine, parts, true);
    mine = T_ZERO;
    for (Index k = threadIdx.x; k < count; k += blockDim.x) {
        mine = mine + (x[start + k * stride] - *most).exp();
    }
    return combined(mine, parts, false);
}

extern "C" __global__ void distribution(Real *y, Places to, const Real *x, Places from, Shape lanes, Index rank, Index count,
                                        Index length, Index y_stride, Index x_stride, Index logarithms) {
    __shared__ Real parts[256];
    for (Index lane = blockIdx.x; lane < count; lane += gridDim.x) {
        Index x_start = place(from, lanes, rank, lane), y_start = place(to, lanes, rank, lane);
        Real most, sum = normalizer(x, x_start, length, x_stride, parts, &most);
        Real log_sum = most.is_infinite() ? most : most + sum.ln();
        for (Index k = threadIdx.x; k < length; k += blockDim.x) {
            Real element = x[x_start + k * x_stride];
            y[y_start + k * y_stride] = logarithms ? element - log_sum : (element - most).exp() / sum;
        }
    }
}

extern "C" __global__ void costs(Real *y, const Real *x, const Index *labels, Index offset, Index rows, Index row_stride,
                                 Index length, Index stride) {
    __shared__ Real parts[256];
    for (Index row = blockIdx.x; row < rows; row += gridDim.x) {
        Index start = offset + row * row_stride;
        Real most, sum = normalizer(x, start, length, stride, parts, &most);
        if (threadIdx.x == 0) {
            y[row] = sum.ln() + most - x[start + labels[row] * stride];
        }
    }
}

extern "C" __global__ void cost_slopes(Real *slopes, const Real *shares, const Index *labels, Index count, Index classes,
                                       Real share) {
    EACH(i, count) {
        slopes[i] = (shares[i] - (i % classes == labels[i / classes] ? T_ONE : T_ZERO)) * share;
    }
}

extern "C" __global__ void first_of_most(Index *best, const Real *x, Places from, Shape lanes, Index rank, Index count,
                                         Index length, Index stride) {
    EACH(lane, count) {
        Index start = place(from, lanes, rank, lane), most = 0;
        for (Index k = 1; k < length; ++k) {
            if (x[start + k * stride] > x[start + most * stride]) {
                most = k;
            }
        }
        best[lane] = most;
    }
}
