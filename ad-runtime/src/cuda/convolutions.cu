// The adjoints of a convolution in which zeros of the results' cotangent contribute exactly zero, after `windows.cu`, where those of
// cuDNN may differ from it: nothing happens if all other numbers are finite.

extern "C" __global__ void strong_images(Real *bar, const Real *seed, const Real *weights, const Real *infinite,
                                         Windows windows, Index images, Index channels, Index results, Index groups,
                                         Index count) {
    if (infinite[0] == T_ZERO) {
        return;
    }
    Index of_group = channels / groups, results_of_group = results / groups;
    EACH(at, count) {
        Index column = at % windows.image[1], rest = at / windows.image[1];
        Index row = rest % windows.image[0], channel = rest / windows.image[0] % channels;
        Index n = rest / windows.image[0] / channels, first = channel / of_group * results_of_group;
        Real sum = T_ZERO;
        for (Index k = first; k < first + results_of_group; ++k) {
            for (Index i = 0; i < windows.size[0]; ++i) {
                Index down = window_over(windows, 0, row, i);
                for (Index j = 0; down >= 0 && j < windows.size[1]; ++j) {
                    Index across = window_over(windows, 1, column, j);
                    if (across >= 0) {
                        Real of = seed[((n * results + k) * windows.places[0] + down) * windows.places[1] + across];
                        Index weight = ((k * of_group + channel % of_group) * windows.size[0] + i) * windows.size[1] + j;
                        sum = sum + times(of, weights[weight]);
                    }
                }
            }
        }
        bar[at] = sum;
    }
}

extern "C" __global__ void strong_weights(Real *bar, const Real *seed, const Real *x, const Real *infinite, Windows windows,
                                          Index images, Index channels, Index results, Index groups, Index count) {
    if (infinite[0] == T_ZERO) {
        return;
    }
    Index of_group = channels / groups;
    EACH(at, count) {
        Index j = at % windows.size[1], rest = at / windows.size[1];
        Index i = rest % windows.size[0], k = rest / windows.size[0] / of_group;
        Index channel = k / (results / groups) * of_group + rest / windows.size[0] % of_group;
        Real sum = T_ZERO;
        for (Index n = 0; n < images; ++n) {
            for (Index down = 0; down < windows.places[0]; ++down) {
                for (Index across = 0; across < windows.places[1]; ++across) {
                    Index row = pixel(windows, 0, down, i), column = pixel(windows, 1, across, j);
                    if (is_inside(windows, row, column)) {
                        Real of = seed[((n * results + k) * windows.places[0] + down) * windows.places[1] + across];
                        sum = sum + times(of, x[((n * channels + channel) * windows.image[0] + row) * windows.image[1] + column]);
                    }
                }
            }
        }
        bar[at] = sum;
    }
}
