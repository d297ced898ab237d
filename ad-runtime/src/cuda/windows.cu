// Windows that go over images, N x C x H x W.

struct Windows {
    Index image[2], places[2], size[2], stride[2], padding[2], dilation[2];
};

/// The pixel on an axis that a place of a window is over, which may be outside of the image.
__device__ inline Index pixel(const Windows &windows, int axis, Index window, Index k) {
    return window * windows.stride[axis] + k * windows.dilation[axis] - windows.padding[axis];
}

/// The window whose place `k` is over a pixel on an axis; a negative number if there is none.
__device__ inline Index window_over(const Windows &windows, int axis, Index pixel, Index k) {
    Index from = pixel + windows.padding[axis] - k * windows.dilation[axis];
    bool is_one = from >= 0 && from % windows.stride[axis] == 0 && from / windows.stride[axis] < windows.places[axis];
    return is_one ? from / windows.stride[axis] : -1;
}

__device__ inline bool is_inside(const Windows &windows, Index row, Index column) {
    return row >= 0 && row < windows.image[0] && column >= 0 && column < windows.image[1];
}

/// The patches under the windows, a row each: pixel by pixel, the channels side by side.
extern "C" __global__ void unfold(Real *patches, const Real *x, Places from, Windows windows, Index channels, Index count) {
    EACH(at, count) {
        Index rest = at, channel = rest % channels;
        rest /= channels;
        Index j = rest % windows.size[1];
        rest /= windows.size[1];
        Index i = rest % windows.size[0];
        rest /= windows.size[0];
        Index column = pixel(windows, 1, rest % windows.places[1], j);
        rest /= windows.places[1];
        Index row = pixel(windows, 0, rest % windows.places[0], i);
        Index n = rest / windows.places[0];
        Index pixel_at = from.offset + n * from.strides[0] + channel * from.strides[1] + row * from.strides[2] +
                         column * from.strides[3];
        patches[at] = is_inside(windows, row, column) ? x[pixel_at] : T_ZERO;
    }
}

/// The sum of what is at a pixel in all patches, for each pixel; the channels of a pixel are side by side.
extern "C" __global__ void fold(Real *bar, const Real *patches, Windows windows, Index channels, Index count) {
    EACH(at, count) {
        Index rest = at, channel = rest % channels;
        rest /= channels;
        Index column = rest % windows.image[1];
        rest /= windows.image[1];
        Index row = rest % windows.image[0], n = rest / windows.image[0];
        Real sum = T_ZERO;
        for (Index i = windows.size[0] - 1; i >= 0; --i) {
            Index down = window_over(windows, 0, row, i);
            for (Index j = windows.size[1] - 1; down >= 0 && j >= 0; --j) {
                Index across = window_over(windows, 1, column, j);
                if (across >= 0) {
                    Index patch = (n * windows.places[0] + down) * windows.places[1] + across;
                    sum = sum + patches[((patch * windows.size[0] + i) * windows.size[1] + j) * channels + channel];
                }
            }
        }
        bar[at] = sum;
    }
}

/// A window of a pooling over one channel of one image.
struct Window {
    Index plane, down, across;
};

__device__ inline Window window_number(const Windows &windows, Index at) {
    Index across = at % windows.places[1], rest = at / windows.places[1];
    return Window{rest / windows.places[0], rest % windows.places[0], across};
}

/// Goes over the pixels of a window that are in the image, whose place in `x` is `at`.
#define EACH_PIXEL(at, windows, window)                                                    \
    for (Index i = 0; i < windows.size[0]; ++i)                                            \
        for (Index j = 0; j < windows.size[1]; ++j)                                        \
            if (is_inside(windows, pixel(windows, 0, window.down, i), pixel(windows, 1, window.across, j))) \
                for (Index at = (window.plane * windows.image[0] + pixel(windows, 0, window.down, i)) * windows.image[1] + \
                                pixel(windows, 1, window.across, j), once = 1; once; once = 0)

/// The largest element or the sum of each window.
extern "C" __global__ void pool(Real *y, const Real *x, Windows windows, Index count, Index largest) {
    EACH(number, count) {
        Window window = window_number(windows, number);
        Real all = largest ? neg_infinity() : T_ZERO;
        EACH_PIXEL(at, windows, window) {
            all = largest ? all.max(x[at]) : all + x[at];
        }
        y[number] = all;
    }
}

/// How many pixels of a window have this value.
__device__ inline Real equal(const Real *x, const Windows &windows, const Window &window, Real value) {
    Real count = T_ZERO;
    EACH_PIXEL(at, windows, window) {
        count = count + (x[at] == value ? T_ONE : T_ZERO);
    }
    return count;
}

/// What flows back to each pixel: a share of the cotangents of all windows, or, of those in which it is the largest, of these.
extern "C" __global__ void spread(Real *bar, const Real *x, const Real *y, const Real *seed, Windows windows, Index count,
                                  Index largest, Real share) {
    EACH(at, count) {
        Index column = at % windows.image[1], rest = at / windows.image[1];
        Index row = rest % windows.image[0], plane = rest / windows.image[0];
        Real sum = T_ZERO;
        for (Index i = windows.size[0] - 1; i >= 0; --i) {
            Index down = window_over(windows, 0, row, i);
            for (Index j = windows.size[1] - 1; down >= 0 && j >= 0; --j) {
                Index across = window_over(windows, 1, column, j);
                if (across < 0) {
                    continue;
                }
                Index number = (plane * windows.places[0] + down) * windows.places[1] + across;
                if (!largest) {
                    sum = sum + weighted(seed[number], share);
                } else if (x[at] == y[number]) {
                    sum = sum + seed[number] / equal(x, windows, Window{plane, down, across}, y[number]);
                }
            }
        }
        bar[at] = sum;
    }
}

/// How the largest elements of the windows move: the mean of those that are equally large.
extern "C" __global__ void largest_dot(Real *y_dot, const Real *x, const Real *y, const Real *x_dot, Windows windows,
                                       Index count) {
    EACH(number, count) {
        Window window = window_number(windows, number);
        Real sum = T_ZERO;
        EACH_PIXEL(at, windows, window) {
            sum = sum + (x[at] == y[number] ? x_dot[at] : T_ZERO);
        }
        y_dot[number] = sum / equal(x, windows, window, y[number]);
    }
}
