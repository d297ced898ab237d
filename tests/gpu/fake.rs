//! The stand-ins of NVIDIA's libraries, compiled, and processes that find them.

use crate::ROLE;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The libraries: their sources, and their names, which are the first that are looked for: another NVRTC can stand beside.
const LIBRARIES: [(&str, &str); 4] = [
    ("driver.cpp", "libcuda.so"),
    ("nvrtc.cpp", "libnvrtc.so"),
    ("cublas.cpp", "libcublas.so"),
    ("cudnn.cpp", "libcudnn.so"),
];

/// Parts of kernels, and what has to be noticed in their place: memory outside of an array, a wrong stride, a missing barrier, one
/// to which not all threads come.
const MISTAKES: [(&str, &str); 4] = [
    ("i < (count)", "i <= (count)"),
    ("at += i % shape.lengths[axis]", "at += 1 + i % shape.lengths[axis]"),
    (
        "parts[threadIdx.x] = mine;\n    __syncthreads();",
        "parts[threadIdx.x] = mine;",
    ),
    (
        "if (threadIdx.x < half) {",
        "if (threadIdx.x < half) { __syncthreads();",
    ),
];

/// Where kernels are compiled, once for all processes.
fn kernels() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("fake-cuda")
}

/// All processes: that in which NVIDIA's compiler compiles each kernel, and the others one after the other.
pub fn run() {
    let Some(compiler) = compiler().filter(|_| cfg!(target_os = "linux")) else {
        // A Rust toolchain has a linker, and no C++ compiler.
        assert!(
            std::env::var_os("PULLBACK_TEST_GPU_REQUIRED").is_none(),
            "there is no C++ compiler, or no Linux, and PULLBACK_TEST_GPU_REQUIRED is set"
        );
        println!(
            "gpu: NOT RUN. The stand-ins of NVIDIA's libraries need Linux and a C++ compiler: c++, g++, clang++ or $CXX."
        );
        return;
    };
    let folders: Vec<PathBuf> = (1..=LIBRARIES.len())
        .map(|count| compiled(&compiler, &kernels().join(count.to_string()), &LIBRARIES[..count]))
        .collect();
    let all = folders.last().expect("there are libraries");
    std::thread::scope(|scope| {
        scope.spawn(|| match std::env::var("PULLBACK_TEST_NVRTC") {
            Ok(real) => compiled_by_nvrtc(&compiler, all, &real),
            Err(_) => started(&compiler, all, "all", &[]),
        });
        one_by_one(&compiler, &folders);
    });
    println!("gpu: all operations agree on the stand-in of a graphics processor");
}

fn one_by_one(compiler: &str, folders: &[PathBuf]) {
    let all = folders.last().expect("there are libraries");
    let without_cudnn = &folders[2];
    for (folder, order) in [(without_cudnn, "1"), (all, "2")] {
        started(compiler, folder, "all", &[("FAKE_CUDA_ORDER", order)]);
    }
    for unusable in [("FAKE_CUDNN_SUPPORTS", "0"), ("FAKE_CUDNN_VERSION", "8907")] {
        started(compiler, all, "convolutions", &[unusable]);
    }
    started(compiler, all, "cudnn", &[("FAKE_CUDNN_STATUS", "4000")]);
    for (right, wrong) in MISTAKES {
        let variables = [("FAKE_CUDA_MISTAKE", right), ("FAKE_CUDA_INSTEAD", wrong)];
        let outcome = child(compiler, all, "some", &variables).stderr(Stdio::null()).status();
        let is_noticed = outcome.is_ok_and(|status| status.code() == Some(101));
        assert!(
            is_noticed,
            "gpu: `{wrong}` instead of `{right}` in the kernels is not noticed"
        );
    }
    started(compiler, all, "some", &[]);
    started(compiler, all, "memory", &[]);
    let untold = child(compiler, all, "benchmarks", &[]).stdout(Stdio::null()).status();
    assert!(untold.is_ok_and(|status| status.success()), "gpu: a benchmark failed");
    if !has_driver() {
        started(compiler, &kernels(), "driver", &[]);
        started(compiler, &folders[0], "nvrtc", &[]);
        started(compiler, &folders[1], "cublas", &[]);
        found_in_python(compiler, all);
    }
    started(compiler, all, "device", &[("FAKE_CUDA_DEVICES", "0")]);
    started(compiler, all, "broken driver", &[("FAKE_CUDA_INIT", "999")]);
    let nonsense = [
        ("FAKE_CUDA_MISTAKE", "    real v;"),
        ("FAKE_CUDA_INSTEAD", "    nonsense v;"),
    ];
    started(compiler, all, "compiler", &nonsense);
    let beyond = [
        ("FAKE_CUDA_MISTAKE", "i < (count)"),
        ("FAKE_CUDA_INSTEAD", "i <= (count)"),
    ];
    started(compiler, all, "launch", &beyond);
}

/// All, where NVIDIA's own compiler compiles each kernel too.
fn compiled_by_nvrtc(compiler: &str, folder: &Path, library: &str) {
    let list = kernels().join("compiled-by-nvrtc");
    // It is not there, if this is the first time.
    drop(std::fs::remove_file(&list));
    let beside = Path::new(library).parent().expect("a library is in a folder");
    let path = format!("{}:{}", folder.display(), beside.display());
    let variables = [("FAKE_CUDA_NVRTC", library), ("LD_LIBRARY_PATH", path.as_str())];
    started(compiler, folder, "all", &variables);
    let list = std::fs::read_to_string(&list).expect("the real library compiled kernels");
    println!(
        "gpu: {library} compiled {} kernels for four architectures",
        list.lines().count()
    );
}

/// Libraries that lie in the packages of a Python environment alone, if there is a Python, are found by what is run on hardware.
fn found_in_python(compiler: &str, folder: &Path) {
    let packages = folder.join("packages");
    let libraries = packages.join("nvidia/cu13/lib");
    std::fs::create_dir_all(&libraries).expect("the target directory can be written");
    for (_, library) in LIBRARIES {
        std::fs::copy(folder.join(library), libraries.join(library)).expect("the library is there");
    }
    let mut times = child(compiler, folder, "", &[]);
    times
        .env_remove(ROLE)
        .env_remove("LD_LIBRARY_PATH")
        .env("PYTHONPATH", packages);
    let outcome = times.args(["--benchmarks", "none of them"]).status();
    let has_python = Command::new("python3")
        .arg("--version")
        .stdout(Stdio::null())
        .status()
        .is_ok();
    assert!(
        !has_python || outcome.is_ok_and(|status| status.success()),
        "gpu: the libraries of a Python environment are not found"
    );
}

fn compiler() -> Option<String> {
    let named = std::env::var("CXX").ok();
    let known = ["c++", "g++", "clang++"].map(str::to_owned);
    let runs = |compiler: &String| {
        let mut version = Command::new(compiler);
        version.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        version.status().is_ok_and(|status| status.success())
    };
    named.into_iter().chain(known).find(runs)
}

/// Whether the machine has a driver of its own, so that none can be missing.
fn has_driver() -> bool {
    let paths = [
        "/usr/lib/x86_64-linux-gnu",
        "/usr/lib64",
        "/usr/lib",
        "/usr/lib/wsl/lib",
        "/usr/local/cuda/lib64",
    ];
    paths.iter().any(|path| Path::new(path).join("libcuda.so.1").exists())
}

/// Compiles libraries that are not there already, of the same sources.
fn compiled(compiler: &str, folder: &Path, libraries: &[(&str, &str)]) -> PathBuf {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gpu/fake");
    std::fs::create_dir_all(folder).expect("the target directory can be written");
    let is_new = |name: &str, folder: &Path| {
        let source = std::fs::read(sources.join(name)).expect("the source is there");
        let before = std::fs::read(folder.join(name)).unwrap_or_default();
        std::fs::write(folder.join(name), &source).expect("the target directory can be written");
        source != before
    };
    is_new("device.h", &kernels());
    for (source, library) in libraries {
        let library = folder.join(library);
        if !is_new(source, folder) && library.exists() {
            continue;
        }
        let flags = ["-std=c++17", "-O1", "-fPIC", "-shared", "-o"];
        let mut command = Command::new(compiler);
        command.args(flags).arg(&library).arg(folder.join(source)).arg("-ldl");
        let status = command.status().expect("the compiler runs");
        assert!(status.success(), "{source} does not compile");
    }
    folder.to_owned()
}

/// Runs this program with the libraries of a folder.
fn started(compiler: &str, folder: &Path, role: &str, variables: &[(&str, &str)]) {
    let status = child(compiler, folder, role, variables).status();
    assert!(
        status.expect("this program runs").success(),
        "gpu: {role} with {variables:?} failed"
    );
}

fn child(compiler: &str, folder: &Path, role: &str, variables: &[(&str, &str)]) -> Command {
    let mut child = Command::new(std::env::current_exe().expect("this program has a path"));
    child
        .env(ROLE, role)
        .env("LD_LIBRARY_PATH", folder)
        .env("FAKE_CUDA_FOLDER", kernels())
        .env("FAKE_CUDA_COMPILER", compiler)
        .envs(variables.iter().copied());
    child
}
