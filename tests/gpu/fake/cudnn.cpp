// A stand-in for libcudnn.so, for tests: what is called of it, as loops, which check what they are told. FAKE_CUDNN_SUPPORTS is 0 where
// it is to have no algorithm for anything; FAKE_CUDNN_STATUS is what convolutions fail with.
#include <cstdlib>
#include <cstring>

typedef long long Index;
enum { SUCCESS = 0, BAD_PARAM = 2000, NOT_SUPPORTED = 3000 };

// A tensor, a filter, or a convolution: padding, stride, and dilation, and then the groups.
struct Descriptor {
    int sizes[7], type;
};

static int environment(const char *name, int otherwise) {
    const char *text = getenv(name);
    return text ? atoi(text) : otherwise;
}

/// Calls `f` with the places of an image, of a result, and of a weight for each product that there is.
template <class F> static bool each(const Descriptor *x, const Descriptor *w, const Descriptor *conv, const Descriptor *y, F f) {
    const int *image = x->sizes, *size = w->sizes, *result = y->sizes, *steps = conv->sizes;
    int groups = steps[6];
    for (int axis = 0; axis < 2; ++axis) {
        int reach = (size[2 + axis] - 1) * steps[4 + axis] + 1;
        if (result[2 + axis] != (image[2 + axis] + 2 * steps[axis] - reach) / steps[2 + axis] + 1) {
            return false;
        }
    }
    if (image[0] != result[0] || size[0] != result[1] || size[1] * groups != image[1] || x->type != w->type ||
        w->type != y->type || conv->type != y->type) {
        return false;
    }
    for (Index at = 0; at < (Index)result[0] * result[1] * result[2] * result[3]; ++at) {
        Index across = at % result[3], down = at / result[3] % result[2], k = at / result[3] / result[2] % result[1];
        Index n = at / result[3] / result[2] / result[1], first = k / (result[1] / groups) * size[1];
        for (Index weight = 0; weight < (Index)size[1] * size[2] * size[3]; ++weight) {
            Index j = weight % size[3], i = weight / size[3] % size[2], c = weight / size[3] / size[2];
            Index row = down * steps[2] + i * steps[4] - steps[0], column = across * steps[3] + j * steps[5] - steps[1];
            if (row >= 0 && row < image[2] && column >= 0 && column < image[3]) {
                f(((n * image[1] + first + c) * image[2] + row) * image[3] + column, at, k * size[1] * size[2] * size[3] + weight);
            }
        }
    }
    return true;
}

/// What a part needs beside its arrays, which has to be there and to be written.
static int workspace(size_t *bytes, int algorithm) {
    *bytes = 24;
    return algorithm == 1 && environment("FAKE_CUDNN_SUPPORTS", 1) ? SUCCESS : NOT_SUPPORTED;
}

/// Which of the three arrays is computed: 0 `x`, 1 `w`, 2 `y`.
template <class T>
static int computed(int which, const void *alpha, const Descriptor *x, void *x_at, const Descriptor *w, void *w_at,
                    const Descriptor *conv, const Descriptor *y, void *y_at, void *space, const void *beta) {
    T *arrays[] = {(T *)x_at, (T *)w_at, (T *)y_at};
    const Descriptor *of = which == 0 ? x : which == 1 ? w : y;
    Index count = (Index)of->sizes[0] * of->sizes[1] * of->sizes[2] * of->sizes[3];
    if (*(const T *)alpha != 1 || *(const T *)beta != 0) {
        return BAD_PARAM;
    }
    memset(space, 0xff, 24);
    memset(arrays[which], 0, count * sizeof(T));
    bool fits = each(x, w, conv, y, [&](Index image, Index result, Index weight) {
        Index at[] = {image, weight, result};
        T product = which == 0 ? arrays[2][result] * arrays[1][weight]
                  : which == 1 ? arrays[2][result] * arrays[0][image] : arrays[0][image] * arrays[1][weight];
        arrays[which][at[which]] += product;
    });
    return fits ? SUCCESS : BAD_PARAM;
}

static int convolved(int which, const void *alpha, const Descriptor *x, const void *x_at, const Descriptor *w, const void *w_at,
                     const Descriptor *conv, const Descriptor *y, const void *y_at, int algorithm, void *space, size_t bytes,
                     const void *beta) {
    if (int status = environment("FAKE_CUDNN_STATUS", 0)) {
        return status;
    }
    if (algorithm != 1 || bytes < 24) {
        return BAD_PARAM;
    }
    auto of_type = y->type == 0 ? computed<float> : computed<double>;
    return of_type(which, alpha, x, (void *)x_at, w, (void *)w_at, conv, y, (void *)y_at, space, beta);
}

extern "C" {

size_t cudnnGetVersion() { return environment("FAKE_CUDNN_VERSION", 91000); }
int cudnnCreate(void **handle) { return *handle = handle, SUCCESS; }
int cudnnDestroy(void *) { return SUCCESS; }
int cudnnSetStream(void *, void *) { return SUCCESS; }

int cudnnCreateTensorDescriptor(Descriptor **made) { return *made = new Descriptor(), SUCCESS; }
int cudnnCreateFilterDescriptor(Descriptor **made) { return *made = new Descriptor(), SUCCESS; }
int cudnnCreateConvolutionDescriptor(Descriptor **made) { return *made = new Descriptor(), SUCCESS; }
int cudnnDestroyTensorDescriptor(Descriptor *of) { return delete of, SUCCESS; }
int cudnnDestroyFilterDescriptor(Descriptor *of) { return delete of, SUCCESS; }
int cudnnDestroyConvolutionDescriptor(Descriptor *of) { return delete of, SUCCESS; }

int cudnnSetTensor4dDescriptor(Descriptor *of, int format, int type, int n, int c, int h, int w) {
    *of = Descriptor{{n, c, h, w}, type};
    return format == 0 && type <= 1 && n > 0 && c > 0 && h > 0 && w > 0 ? SUCCESS : BAD_PARAM;
}
int cudnnSetFilter4dDescriptor(Descriptor *of, int type, int format, int k, int c, int h, int w) {
    return cudnnSetTensor4dDescriptor(of, format, type, k, c, h, w);
}
int cudnnSetConvolution2dDescriptor(Descriptor *of, int pad_h, int pad_w, int u, int v, int down, int across, int mode, int type) {
    *of = Descriptor{{pad_h, pad_w, u, v, down, across, 1}, type};
    return mode == 1 ? SUCCESS : NOT_SUPPORTED;
}
int cudnnSetConvolutionMathType(Descriptor *, int type) { return type == 3 ? SUCCESS : NOT_SUPPORTED; }
int cudnnSetConvolutionGroupCount(Descriptor *of, int groups) { return of->sizes[6] = groups, SUCCESS; }

int cudnnGetConvolutionForwardWorkspaceSize(void *, Descriptor *, Descriptor *, Descriptor *, Descriptor *, int algorithm,
                                            size_t *bytes) {
    return workspace(bytes, algorithm);
}
int cudnnGetConvolutionBackwardDataWorkspaceSize(void *, Descriptor *, Descriptor *, Descriptor *, Descriptor *, int algorithm,
                                                 size_t *bytes) {
    return workspace(bytes, algorithm);
}
int cudnnGetConvolutionBackwardFilterWorkspaceSize(void *, Descriptor *, Descriptor *, Descriptor *, Descriptor *, int algorithm,
                                                   size_t *bytes) {
    return workspace(bytes, algorithm);
}

int cudnnConvolutionForward(void *, const void *alpha, Descriptor *x, const void *x_at, Descriptor *w, const void *w_at,
                            Descriptor *conv, int algorithm, void *space, size_t bytes, const void *beta, Descriptor *y, void *y_at) {
    return convolved(2, alpha, x, x_at, w, w_at, conv, y, y_at, algorithm, space, bytes, beta);
}
int cudnnConvolutionBackwardData(void *, const void *alpha, Descriptor *w, const void *w_at, Descriptor *y, const void *y_at,
                                 Descriptor *conv, int algorithm, void *space, size_t bytes, const void *beta, Descriptor *x,
                                 void *x_at) {
    return convolved(0, alpha, x, x_at, w, w_at, conv, y, y_at, algorithm, space, bytes, beta);
}
int cudnnConvolutionBackwardFilter(void *, const void *alpha, Descriptor *x, const void *x_at, Descriptor *y, const void *y_at,
                                   Descriptor *conv, int algorithm, void *space, size_t bytes, const void *beta, Descriptor *w,
                                   void *w_at) {
    return convolved(1, alpha, x, x_at, w, w_at, conv, y, y_at, algorithm, space, bytes, beta);
}
}
