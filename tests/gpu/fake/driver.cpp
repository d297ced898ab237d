// A stand-in for libcuda.so, for tests on machines without a graphics processor. It is no emulator: kernels are C++ here, which
// the stand-in of NVRTC compiled, and run thread by thread on the processor, each thread of a block as a fiber.
//
// It catches reads and writes outside of allocations (beside each are pages that nobody can touch, and fresh memory holds NaN),
// threads of a block that do not meet at a barrier, results that depend on the order of threads and blocks (FAKE_CUDA_ORDER is
// 0: ascending, 1: descending, 2: shuffled), and empty grids. It knows nothing of asynchrony and of the memory model.
#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <map>
#include <string>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>
#include <vector>

typedef int Result;
typedef unsigned long long Address;
enum { SUCCESS = 0, INVALID_VALUE = 1, OUT_OF_MEMORY = 2, NO_DEVICE = 100, INVALID_DEVICE = 101, INVALID_IMAGE = 200,
       NOT_FOUND = 500, ILLEGAL_ADDRESS = 700, LAUNCH_FAILED = 719, NOT_PERMITTED = 800 };

static size_t environment(const char *name, size_t otherwise) {
    const char *text = getenv(name);
    return text ? strtoull(text, nullptr, 10) : otherwise;
}

struct Dim {
    unsigned x, y, z;
};

// A kernel, and the variables of its library that say which thread it is.
struct Function {
    void (*call)(void **);
    Dim *thread, *block, *threads, *blocks;
    void (**barrier)();
    bool has_barriers;
};

static std::map<Address, std::pair<char *, size_t>> allocations;
// Memory that was freed, by its size in pages: nothing can be read or written there. What is used is that as well.
static std::multimap<size_t, char *> pool;
static size_t used = 0, held = 0, most = 0;
static bool keeps_memory = false;

static size_t memory() { return environment("FAKE_CUDA_MEMORY", 64 << 20); }

// Fibers.

static const size_t STACK = 64 << 10;
static ucontext_t scheduler;
static std::vector<ucontext_t> fibers;
static std::vector<int> states; // 0: it goes on, 1: it waits at a barrier, 2: it has ended
static std::vector<char> stacks;
static unsigned running;
static Function *kernel;
static void **arguments;

static void wait() {
    states[running] = 1;
    swapcontext(&fibers[running], &scheduler);
}

static void fiber() {
    kernel->call(arguments);
    states[running] = 2;
}

static sigjmp_buf outside;

static void touched(int) { siglongjmp(outside, 1); }

/// The numbers below `count` in the order that is tried.
static std::vector<unsigned> order(unsigned count) {
    static uint64_t seed = 1;
    std::vector<unsigned> numbers(count);
    size_t kind = environment("FAKE_CUDA_ORDER", 0);
    for (unsigned k = 0; k < count; ++k) {
        numbers[k] = kind == 1 ? count - 1 - k : k;
    }
    for (unsigned k = count; kind == 2 && k > 1; --k) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        std::swap(numbers[k - 1], numbers[(seed >> 33) % k]);
    }
    return numbers;
}

static bool run_block(unsigned threads) {
    if (!kernel->has_barriers) {
        for (unsigned thread : order(threads)) {
            *kernel->thread = Dim{thread, 0, 0};
            kernel->call(arguments);
        }
        return true;
    }
    fibers.resize(threads);
    states.assign(threads, 0);
    stacks.resize(threads * STACK);
    for (unsigned k = 0; k < threads; ++k) {
        getcontext(&fibers[k]);
        fibers[k].uc_stack.ss_sp = &stacks[k * STACK];
        fibers[k].uc_stack.ss_size = STACK;
        fibers[k].uc_link = &scheduler;
        makecontext(&fibers[k], fiber, 0);
    }
    for (;;) {
        unsigned waiting = 0;
        for (unsigned thread : order(threads)) {
            running = thread;
            *kernel->thread = Dim{thread, 0, 0};
            swapcontext(&scheduler, &fibers[thread]);
            waiting += states[thread] == 1;
        }
        if (waiting == 0) {
            return true;
        }
        if (waiting < threads) {
            fprintf(stderr, "fake CUDA: of %u threads only %u came to a barrier\n", threads, waiting);
            return false;
        }
    }
}

extern "C" {

Result cuInit(unsigned) { return (Result)environment("FAKE_CUDA_INIT", SUCCESS); }
Result cuDeviceGetCount(int *count) { return *count = (int)environment("FAKE_CUDA_DEVICES", 2), SUCCESS; }
Result cuDeviceGet(int *device, int ordinal) { return *device = ordinal, SUCCESS; }
Result cuDevicePrimaryCtxRetain(void **context, int) { return *context = &used, SUCCESS; }
Result cuDevicePrimaryCtxRelease_v2(int) { return SUCCESS; }
Result cuCtxGetCurrent(void **context) { return *context = &used, SUCCESS; }
Result cuCtxSetCurrent(void *) { return SUCCESS; }
Result cuCtxSynchronize() { return SUCCESS; }
Result cuStreamSynchronize(void *) { return SUCCESS; }

Result cuDeviceGetAttribute(int *value, int attribute, int) {
    // 16: multiprocessors, so few that loops over the grid go round; 75 and 76: compute capability; 115: memory pools.
    *value = attribute == 16 ? 1 : attribute == 75 ? 8 : attribute == 115 ? 1 : 0;
    return SUCCESS;
}

Result cuGetErrorName(int error, const char **name) {
    static std::string text;
    text = "error " + std::to_string(error) + " of the fake CUDA";
    return *name = text.c_str(), SUCCESS;
}
Result cuGetErrorString(int error, const char **text) { return cuGetErrorName(error, text); }

Result cuDeviceGetDefaultMemPool(void **pool, int) { return *pool = &used, SUCCESS; }
Result cuMemPoolSetAttribute(void *, int attribute, void *value) {
    if (attribute == 8) {
        return most = held, SUCCESS;
    }
    keeps_memory = attribute == 4 && *(uint64_t *)value == UINT64_MAX;
    return SUCCESS;
}
Result cuMemPoolGetAttribute(void *, int attribute, void *value) {
    return *(uint64_t *)value = most, attribute == 8 ? SUCCESS : INVALID_VALUE;
}

Result cuMemGetInfo_v2(size_t *free, size_t *total) {
    *total = memory();
    *free = memory() - used;
    return SUCCESS;
}

Result cuMemAllocAsync(Address *address, size_t bytes, void *) {
    if (!keeps_memory) {
        return NOT_PERMITTED;
    }
    if (bytes == 0) {
        return INVALID_VALUE;
    }
    size_t page = (size_t)sysconf(_SC_PAGESIZE), inside = (bytes + page - 1) / page * page;
    auto found = pool.find(inside);
    char *all;
    if (found != pool.end()) {
        all = found->second;
        pool.erase(found);
    } else {
        size_t kept = 0;
        for (auto &one : pool) {
            kept += one.first;
        }
        if (inside > memory() - used + kept) {
            return OUT_OF_MEMORY;
        }
        while (inside > memory() - used) {
            munmap(pool.begin()->second, pool.begin()->first + 2 * page);
            used -= pool.begin()->first;
            pool.erase(pool.begin());
        }
        all = (char *)mmap(nullptr, inside + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (all == MAP_FAILED) {
            return OUT_OF_MEMORY;
        }
        used += inside;
    }
    if (mprotect(all + page, inside, PROT_READ | PROT_WRITE) != 0) {
        return OUT_OF_MEMORY;
    }
    char *start = all + page + inside - bytes;
    memset(all + page, 0xff, inside);
    allocations[(Address)start] = {all, inside};
    held += inside;
    most = held > most ? held : most;
    return *address = (Address)start, SUCCESS;
}

Result cuMemFreeAsync(Address address, void *) {
    auto found = allocations.find(address);
    if (found == allocations.end()) {
        return INVALID_VALUE;
    }
    mprotect(found->second.first + (size_t)sysconf(_SC_PAGESIZE), found->second.second, PROT_NONE);
    held -= found->second.second;
    pool.insert({found->second.second, found->second.first});
    allocations.erase(found);
    return SUCCESS;
}

Result cuMemcpyHtoDAsync_v2(Address to, const void *from, size_t bytes, void *) {
    return memcpy((void *)to, from, bytes), SUCCESS;
}
Result cuMemcpyDtoHAsync_v2(void *to, Address from, size_t bytes, void *) {
    return memcpy(to, (const void *)from, bytes), SUCCESS;
}

Result cuModuleLoadData(void **module, const void *image) {
    *module = dlopen((const char *)image, RTLD_NOW | RTLD_LOCAL);
    if (!*module) {
        fprintf(stderr, "fake CUDA: %s\n", dlerror());
        return INVALID_IMAGE;
    }
    return SUCCESS;
}
Result cuModuleUnload(void *) { return SUCCESS; }

Result cuModuleGetFunction(void **function, void *module, const char *name) {
    void *call = dlsym(module, (std::string("fake_call_") + name).c_str());
    if (!call) {
        return NOT_FOUND;
    }
    auto variable = [&](const char *name) { return (Dim *)dlsym(module, name); };
    *function = new Function{(void (*)(void **))call, variable("threadIdx"), variable("blockIdx"), variable("blockDim"),
                             variable("gridDim"), (void (**)())dlsym(module, "fake_barrier"),
                             *(int *)dlsym(module, "fake_has_barriers") != 0};
    return SUCCESS;
}

Result cuLaunchKernel(void *function, unsigned blocks, unsigned y, unsigned z, unsigned threads, unsigned u, unsigned v,
                      unsigned, void *, void **parameters, void **) {
    if (blocks == 0 || threads == 0 || threads > 1024 || y * z * u * v != 1) {
        return INVALID_VALUE;
    }
    kernel = (Function *)function;
    arguments = parameters;
    *kernel->blocks = Dim{blocks, 1, 1};
    *kernel->threads = Dim{threads, 1, 1};
    *kernel->barrier = wait;
    // The handler needs a stack of its own: the one that overflowed may be a fiber's.
    static char alternative[64 << 10];
    stack_t stack = {};
    stack.ss_sp = alternative;
    stack.ss_size = sizeof alternative;
    sigaltstack(&stack, nullptr);
    struct sigaction action = {}, before;
    action.sa_handler = touched;
    action.sa_flags = SA_ONSTACK | SA_NODEFER;
    sigaction(SIGSEGV, &action, &before);
    Result result = SUCCESS;
    if (sigsetjmp(outside, 1) != 0) {
        fprintf(stderr, "fake CUDA: a kernel touches memory outside of all allocations\n");
        result = ILLEGAL_ADDRESS;
    } else {
        for (unsigned block : order(blocks)) {
            *kernel->block = Dim{block, 0, 0};
            if (!run_block(threads)) {
                result = LAUNCH_FAILED;
                break;
            }
        }
    }
    sigaction(SIGSEGV, &before, nullptr);
    return result;
}
}
