// Sums or largest elements: a block for each result, or for each of the chunks of what it is made of.

/// What all threads of a block hold, combined two by two, so that the order does not depend on which comes first.
__device__ inline Real combined(Real mine, Real *parts, bool largest) {
    parts[threadIdx.x] = mine;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) {
            Real other = parts[threadIdx.x + half];
            parts[threadIdx.x] = largest ? parts[threadIdx.x].max(other) : parts[threadIdx.x] + other;
        }
        __syncthreads();
    }
    Real all = parts[0];
    __syncthreads();
    return all;
}

extern "C" __global__ void reduce(Real *out, const Real *x, Places kept, Shape kept_shape, Index kept_rank, Places within,
                                  Shape within_shape, Index within_rank, Index results, Index count, Index chunks,
                                  Index largest) {
    __shared__ Real parts[256];
    Index of_chunk = (count + chunks - 1) / chunks;
    for (Index job = blockIdx.x; job < results * chunks; job += gridDim.x) {
        Index start = place(kept, kept_shape, kept_rank, job / chunks);
        Index from = job % chunks * of_chunk;
        Index to = from + of_chunk < count ? from + of_chunk : count;
        Real mine = largest ? neg_infinity() : T_ZERO;
        for (Index i = from + threadIdx.x; i < to; i += blockDim.x) {
            Real element = x[start + place(within, within_shape, within_rank, i)];
            mine = largest ? mine.max(element) : mine + element;
        }
        Real all = combined(mine, parts, largest);
        if (threadIdx.x == 0) {
            out[job] = all;
        }
    }
}
