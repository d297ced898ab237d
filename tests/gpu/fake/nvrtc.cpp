// A stand-in for libnvrtc.so, for tests: it compiles kernels as C++ with the compiler of the system (FAKE_CUDA_COMPILER), after
// `device.h`, to a library in FAKE_CUDA_FOLDER. Its path is the "PTX" that the stand-in of the driver loads.
//
// If FAKE_CUDA_NVRTC is the path of the real library, that has to compile each kernel too, for several architectures, and without
// a warning: it needs neither a driver nor a device.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

struct Program {
    std::string source, path, log;
};

static std::string contents(const std::string &path) {
    std::ifstream file(path);
    std::stringstream all;
    all << file.rdbuf();
    return all.str();
}

/// What the stand-in of the driver calls, for each kernel of a text.
static std::string calls(const std::string &source) {
    std::string calls, mark = "__global__ void ";
    for (size_t at = source.find(mark); at != std::string::npos; at = source.find(mark, at + 1)) {
        size_t start = at + mark.size();
        std::string name = source.substr(start, source.find('(', start) - start);
        calls += "extern \"C\" void fake_call_" + name + "(void **p) { fake_call(" + name + ", p); }\n";
    }
    bool has_barriers = source.find("__syncthreads()") != std::string::npos;
    return calls + "extern \"C\" { int fake_has_barriers = " + (has_barriers ? "1" : "0") + "; }\n";
}

/// What the real NVRTC says of a text, which is nothing if it compiles.
static std::string real_log(const char *path, const std::string &source, std::vector<const char *> options) {
    static void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        return dlerror();
    }
    auto function = [](const char *name) { return dlsym(library, name); };
    auto create = (int (*)(void **, const char *, const char *, int, void *, void *))function("nvrtcCreateProgram");
    auto compile = (int (*)(void *, int, const char *const *))function("nvrtcCompileProgram");
    auto log_size = (int (*)(void *, size_t *))function("nvrtcGetProgramLogSize");
    auto get_log = (int (*)(void *, char *))function("nvrtcGetProgramLog");
    auto destroy = (int (*)(void **))function("nvrtcDestroyProgram");
    for (const char *architecture : {"sm_75", "sm_80", "sm_90", "sm_100"}) {
        std::string of_architecture = std::string("--gpu-architecture=") + architecture;
        options[0] = of_architecture.c_str();
        void *program = nullptr;
        if (create(&program, source.c_str(), "kernel.cu", 0, nullptr, nullptr) != 0) {
            return "nvrtcCreateProgram fails";
        }
        int status = compile(program, (int)options.size(), options.data());
        size_t size = 1;
        log_size(program, &size);
        std::string log(size, 0);
        get_log(program, &log[0]);
        log.resize(size - 1);
        destroy(&program);
        if (status != 0 || !log.empty()) {
            return "for " + std::string(architecture) + ": error " + std::to_string(status) + "\n" + log + source;
        }
    }
    return "";
}

extern "C" {

const char *nvrtcGetErrorString(int error) { return error == 6 ? "NVRTC_ERROR_COMPILATION" : "an error of the fake NVRTC"; }

int nvrtcCreateProgram(Program **program, const char *source, const char *, int, const char *const *, const char *const *) {
    return *program = new Program{source, "", ""}, 0;
}
int nvrtcDestroyProgram(Program **program) {
    delete *program;
    return *program = nullptr, 0;
}

int nvrtcCompileProgram(Program *program, int count, const char *const *options) {
    // A mistake that has to be noticed: FAKE_CUDA_INSTEAD stands where a kernel has FAKE_CUDA_MISTAKE.
    const char *mistake = getenv("FAKE_CUDA_MISTAKE"), *instead = getenv("FAKE_CUDA_INSTEAD");
    size_t at = mistake && instead ? program->source.find(mistake) : std::string::npos;
    if (at != std::string::npos) {
        program->source.replace(at, strlen(mistake), instead);
    }
    const char *folder = getenv("FAKE_CUDA_FOLDER"), *compiler = getenv("FAKE_CUDA_COMPILER");
    if (!folder || !compiler) {
        return program->log = "FAKE_CUDA_FOLDER and FAKE_CUDA_COMPILER are not set", 6;
    }
    std::string flags = " -std=c++17 -O1 -ffp-contract=off -fPIC -shared -Wl,-Bsymbolic -w";
    for (int k = 0; k < count; ++k) {
        if (strncmp(options[k], "-D", 2) == 0) {
            flags += std::string(" ") + options[k];
        } else if (strncmp(options[k], "--gpu-architecture=compute_", 27) != 0) {
            return program->log = std::string("an unknown option: ") + options[k], 6;
        }
    }
    const char *real = getenv("FAKE_CUDA_NVRTC");
    if (real) {
        std::string of = std::string(real) + flags + program->source;
        std::string known = std::string(folder) + "/" + std::to_string(std::hash<std::string>()(of)) + ".nvrtc";
        if (access(known.c_str(), R_OK) != 0) {
            program->log = real_log(real, program->source, std::vector<const char *>(options, options + count));
        }
        if (!program->log.empty()) {
            return 6;
        }
        std::ofstream(known) << "compiled\n";
        std::ofstream(std::string(folder) + "/compiled-by-nvrtc", std::ios::app) << "one\n";
    }
    std::string text = contents(std::string(folder) + "/device.h") + program->source + calls(program->source);
    std::string base = std::string(folder) + "/" + std::to_string(std::hash<std::string>()(flags + text));
    program->path = base + ".so";
    if (access(program->path.c_str(), R_OK) == 0) {
        return 0;
    }
    // Several processes may compile the same: each writes files of its own, and one becomes that of all.
    base += "." + std::to_string(getpid());
    std::ofstream(base + ".cpp") << text;
    std::string command = std::string(compiler) + flags + " -o " + base + ".so " + base + ".cpp -lm 2> " + base + ".log";
    if (system(command.c_str()) != 0) {
        return program->log = contents(base + ".log"), 6;
    }
    return rename((base + ".so").c_str(), program->path.c_str()) == 0 ? 0 : 6;
}

int nvrtcGetProgramLogSize(Program *program, size_t *size) { return *size = program->log.size() + 1, 0; }
int nvrtcGetProgramLog(Program *program, char *log) { return strcpy(log, program->log.c_str()), 0; }
int nvrtcGetPTXSize(Program *program, size_t *size) { return *size = program->path.size() + 1, 0; }
int nvrtcGetPTX(Program *program, char *ptx) { return strcpy(ptx, program->path.c_str()), 0; }
}
