// What stands at some indices of the middle one of three axes.

extern "C" __global__ void select(Real *y, const Real *x, const Index *indices, Index count, Index selected, Index length,
                                  Index inner) {
    EACH(i, count) {
        Index outside = i / inner / selected, which = indices[i / inner % selected];
        y[i] = x[(outside * length + which) * inner + i % inner];
    }
}

/// `where` are indices, each once; what is added to number `k` of them are the elements at `order[starts[k]]` and what follows,
/// one after the other.
extern "C" __global__ void scatter(Real *bar, const Real *seed, const Index *where, const Index *starts, const Index *order,
                                   Index offset, Index count, Index places, Index selected, Index length, Index inner) {
    EACH(i, count) {
        Index outside = i / inner / places, k = i / inner % places;
        Index at = offset + (outside * length + where[k]) * inner + i % inner;
        Real sum = bar[at];
        for (Index next = starts[k]; next < starts[k + 1]; ++next) {
            sum = sum + seed[(outside * selected + order[next]) * inner + i % inner];
        }
        bar[at] = sum;
    }
}
