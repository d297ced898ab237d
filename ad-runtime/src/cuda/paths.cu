// The ways of a sequence of labels through time: one block, a thread for each state.

__device__ inline Real log_sum(Real a, Real b) {
    Real more = a > b ? a : b, less = a > b ? b : a;
    return less == neg_infinity() ? more : more + (less - more).exp().ln_1p();
}

/// Whether a state can follow the one two before it.
__device__ inline bool skips(const Index *states, Index state) {
    return state % 2 == 1 && state >= 2 && states[state] != states[state - 2];
}

/// The logarithms of the probabilities to be in each state at each time, and of the whole, after them.
extern "C" __global__ void forward(Real *alpha, const Real *x, const Index *states, Index time, Index classes, Index count) {
    for (Index t = 0; t < time; ++t) {
        for (Index state = threadIdx.x; state < count; state += blockDim.x) {
            Real before = t == 0 && state < 2 ? T_ZERO : neg_infinity();
            if (t > 0) {
                const Real *last = alpha + (t - 1) * count;
                before = last[state];
                if (state > 0) {
                    before = log_sum(before, last[state - 1]);
                }
                if (skips(states, state)) {
                    before = log_sum(before, last[state - 2]);
                }
            }
            alpha[t * count + state] = before + x[t * classes + states[state]];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        const Real *last = alpha + (time - 1) * count;
        alpha[time * count] = time == 0 ? (count == 1 ? T_ZERO : neg_infinity())
                              : count == 1 ? last[0]
                                           : log_sum(last[count - 1], last[count - 2]);
    }
}

/// The logarithms of the probabilities of what follows each state.
extern "C" __global__ void backward(Real *beta, const Real *x, const Index *states, Index time, Index classes, Index count) {
    for (Index t = time - 1; t >= 0; --t) {
        for (Index state = threadIdx.x; state < count; state += blockDim.x) {
            Real after = state + 2 >= count ? T_ZERO : neg_infinity();
            if (t + 1 < time) {
                const Real *next = beta + (t + 1) * count, *then = x + (t + 1) * classes;
                after = next[state] + then[states[state]];
                if (state + 1 < count) {
                    after = log_sum(after, next[state + 1] + then[states[state + 1]]);
                }
                if (state + 2 < count && skips(states, state + 2)) {
                    after = log_sum(after, next[state + 2] + then[states[state + 2]]);
                }
            }
            beta[t * count + state] = after;
        }
        __syncthreads();
    }
}

/// Minus the probability to be in a class at a time, given the sequence, times a cotangent.
extern "C" __global__ void slopes(Real *slopes, const Real *alpha, const Real *beta, const Index *states, Index time,
                                  Index classes, Index count, Real seed) {
    EACH(i, time * classes) {
        Index t = i / classes;
        Real sum = T_ZERO;
        for (Index state = 0; state < count; ++state) {
            if (states[state] == i % classes) {
                Real share = (alpha[t * count + state] + beta[t * count + state] - alpha[time * count]).exp();
                sum = sum - times(seed, share);
            }
        }
        slopes[i] = sum;
    }
}
