"""The networks of `src/tensors.rs` and `src/sentences.rs` in PyTorch and JAX, on one thread: shortest times.

    python networks.py [torch] [jax] [cuda]

`cuda` has the rows of `tests/gpu/benchmarks.rs` in PyTorch on a graphics processor. Needs torch and, for the first networks, jax. The numbers are drawn otherwise, the shapes and the trees are the same.
"""
import os
import sys
import time

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["OMP_NUM_THREADS"] = os.environ["MKL_NUM_THREADS"] = "1"
import numpy as np

rng = np.random.default_rng(1)


def shortest(name, run, seconds=4.0):
    for _ in range(5):
        run()
    best, start = float("inf"), time.perf_counter()
    while time.perf_counter() - start < seconds:
        before = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - before)
    print(f"{name:60} {best * 1e6:9.1f} µs", flush=True)


def normal(*shape, scale=0.1):
    return (scale * rng.standard_normal(shape)).astype(np.float32)


MLP = [normal(784, 64), normal(64), normal(64, 10), normal(10)]
CNN = [normal(16, 1, 3, 3), normal(16), normal(32, 16, 3, 3), normal(32), normal(128, 10), normal(10)]


class Drawn:
    def __init__(self, state):
        self.state = state

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n

    def tree(self, leaves):
        if leaves == 1:
            return (self.below(32),)
        kind, left = self.below(16), 1 + self.below(leaves - 1)
        return kind, self.tree(left), self.tree(leaves - left)


def with_torch():
    import torch
    import torch.nn.functional as F

    torch.set_num_threads(1)

    def tensor(x, **options):
        return torch.tensor(x.tolist(), **options)

    def mlp(p, x, labels):
        return F.cross_entropy(torch.relu(x @ p[0] + p[1]) @ p[2] + p[3], labels)

    def cnn(p, x, labels):
        x = F.max_pool2d(torch.relu(F.conv2d(x, p[0], p[1], padding=1)), 2)
        x = F.max_pool2d(torch.relu(F.conv2d(x, p[2], p[3], padding=1)), 2)
        return F.cross_entropy(x.reshape(len(x), 128) @ p[4] + p[5], labels)

    def encode(p, tree):
        of_leaves, of_kinds, of_left, of_right, _ = p
        if len(tree) == 1:
            i, o, c = of_leaves[tree[0] : tree[0] + 1].chunk(5, 1)[:3]
            memory = torch.sigmoid(i) * torch.tanh(c)
        else:
            kind, left, right = tree
            (left, left_memory), (right, right_memory) = encode(p, left), encode(p, right)
            i, o, c, l, r = (left @ of_left + right @ of_right + of_kinds[kind : kind + 1]).chunk(5, 1)
            memory = torch.sigmoid(i) * torch.tanh(c) + torch.sigmoid(l) * left_memory + torch.sigmoid(r) * right_memory
        return torch.sigmoid(o) * torch.tanh(memory), memory

    def trees(p, batch, labels):
        total = 0.0
        for tree, label in zip(batch, labels):
            total = total + F.cross_entropy(encode(p, tree)[0] @ p[4], label)
        return total / len(batch)

    def timed(name, f, parameters, *args):
        p = [tensor(x, requires_grad=True) for x in parameters]
        optimizer = torch.optim.AdamW(p, lr=1e-3, weight_decay=1e-2)

        def gradient():
            for x in p:
                x.grad = None
            f(p, *args).backward()

        def step():
            gradient()
            optimizer.step()

        saved = {}

        def keep(x):
            saved[x.untyped_storage().data_ptr()] = x.untyped_storage().nbytes()
            return x

        own = {x.untyped_storage().data_ptr() for x in (*p, *(a for a in args if torch.is_tensor(a)))}
        with torch.autograd.graph.saved_tensors_hooks(keep, lambda x: x):
            kept = f(p, *args)
        tape = sum(size for at, size in saved.items() if at not in own)
        del kept
        with torch.no_grad():
            shortest(f"PyTorch, {name}: forward", lambda: f(p, *args))
        shortest(f"PyTorch, {name}: value and gradient", gradient)
        shortest(f"PyTorch, {name}: with a step of AdamW", step)
        print(f"PyTorch, {name}: {tape / 1024:.1f} KiB saved", flush=True)

    for batch in (64, 1):
        labels = torch.arange(batch) % 10
        timed(f"MLP, {batch} images", mlp, MLP, tensor(normal(batch, 784)), labels)
    timed("CNN, 32 images", cnn, CNN, tensor(normal(32, 1, 8, 8)), torch.arange(32) % 10)
    drawn = Drawn(1)
    batch = [drawn.tree(4 + drawn.below(26)) for _ in range(25)]
    labels = [torch.tensor([k % 2]) for k in range(25)]
    parts = [normal(32, 240), normal(16, 240), normal(48, 240), normal(48, 240), normal(48, 2)]
    timed("TreeLSTM of 48, 25 trees", trees, parts, batch, labels)


def on_cuda():
    import torch
    import torch.nn.functional as F

    # As there: products of `f32` in full, and no algorithm whose results differ from run to run.
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False
    torch.backends.cudnn.deterministic = True

    def drawn(*shape):
        return 0.1 * torch.randn(*shape)

    def there(x):
        if isinstance(x, (list, tuple)):
            return [there(part) for part in x]
        return x.detach().cuda().requires_grad_(x.requires_grad)

    def step(name, f, parameters, data, labels=None):
        p, x = [part.cuda().requires_grad_() for part in parameters], there(data)
        labels = None if labels is None else there(labels)
        optimizer = torch.optim.AdamW(p, lr=1e-3, weight_decay=1e-2, fused=True)

        def gradient(x=x):
            for part in (*p, *([x] if torch.is_tensor(x) else [])):
                part.grad = None
            loss = f(p, x, labels)
            loss.backward()
            loss.item()
            torch.cuda.synchronize()

        def trained(x=x):
            gradient(x)
            optimizer.step()
            torch.cuda.synchronize()

        def model():
            [part.cuda().cpu() for part in parameters]

        with torch.no_grad():
            shortest(f"{name}: value", lambda: f(p, x, labels).item(), 2.0)
        torch.cuda.reset_peak_memory_stats()
        shortest(f"{name}: value and gradient", gradient, 2.0)
        peak = torch.cuda.max_memory_allocated()
        shortest(f"{name}: with a step of AdamW", trained, 2.0)
        shortest(f"{name}: and with the data moved there", lambda: trained(there(data)), 2.0)
        shortest(f"{name}: the model there and back", model, 2.0)
        print(f"{name}: {peak / 1024:.1f} KiB held at most", flush=True)

    def perceptron(p, x, labels):
        for k in range(0, len(p) - 2, 2):
            x = torch.relu(x @ p[k] + p[k + 1])
        return F.cross_entropy(x @ p[-2] + p[-1], labels)

    def images(p, x, labels):
        x = F.max_pool2d(torch.relu(F.conv2d(x, p[0], p[1], padding=1)), 2)
        x = F.max_pool2d(torch.relu(F.conv2d(x, p[2], p[3], padding=1)), 2)
        return F.cross_entropy(x.reshape(len(x), -1) @ p[4] + p[5], labels)

    def by_height(trees):
        """The numbers of the nodes, from the leaves upward: as `examples/treelstm/batched.rs` has them."""
        leaves, levels, places = [], [], []

        def add(tree):
            if len(tree) == 1:
                leaves.append(tree[0])
                return 0, len(leaves) - 1
            kind, left, right = tree[0], add(tree[1]), add(tree[2])
            height = 1 + max(left[0], right[0])
            while len(levels) < height:
                levels.append([])
            levels[height - 1].append((kind, left, right))
            return height, len(levels[height - 1]) - 1

        places = [add(tree) for tree in trees]
        begins = [0, len(leaves)]
        for level in levels:
            begins.append(begins[-1] + len(level))

        def number(place):
            return begins[place[0]] + place[1]

        rows = [[torch.tensor(of) for of in zip(*((k, number(a), number(b)) for k, a, b in level))] for level in levels]
        return torch.tensor(leaves), rows, torch.tensor([number(place) for place in places])

    def sentences(p, plan, labels):
        of_leaves, of_kinds, of_left, of_right, answer = p
        leaves, levels, roots = plan
        i, o, c = of_leaves[leaves].chunk(5, 1)[:3]
        memories = torch.sigmoid(i) * torch.tanh(c)
        states = torch.sigmoid(o) * torch.tanh(memories)
        for kinds, left, right in levels:
            gates = of_kinds[kinds] + states[left] @ of_left + states[right] @ of_right
            i, o, c, l, r = gates.chunk(5, 1)
            memory = torch.sigmoid(i) * torch.tanh(c) + torch.sigmoid(l) * memories[left] + torch.sigmoid(r) * memories[right]
            states = torch.cat([states, torch.sigmoid(o) * torch.tanh(memory)])
            memories = torch.cat([memories, memory])
        return F.cross_entropy(states[roots] @ answer, labels)

    def mlp(*sizes):
        return [part for a, b in zip(sizes, sizes[1:]) for part in (drawn(a, b), drawn(b))]

    def filters(of_image, first, second, size):
        return [drawn(first, of_image, 3, 3), drawn(first), drawn(second, first, 3, 3), drawn(second), drawn(second * (size // 4) ** 2, 10), drawn(10)]

    step("MLP 784-64-10, 64 rows", perceptron, mlp(784, 64, 10), drawn(64, 784), torch.arange(64) % 5)
    step("MLP 1024-4096-4096-10, 256 rows", perceptron, mlp(1024, 4096, 4096, 10), drawn(256, 1024), torch.arange(256) % 5)
    step("CNN 1-16-32, 32 images of 8×8", images, filters(1, 16, 32, 8), drawn(32, 1, 8, 8), torch.arange(32) % 10)
    step("CNN 3-32-64, 64 images of 64×64", images, filters(3, 32, 64, 64), drawn(64, 3, 64, 64), torch.arange(64) % 10)
    for size, count in (48, 25), (256, 256):
        numbers = Drawn(1)
        batch = [numbers.tree(4 + numbers.below(26)) for _ in range(count)]
        parts = [drawn(32, 5 * size), drawn(16, 5 * size), drawn(size, 5 * size), drawn(size, 5 * size), drawn(size, 2)]
        step(f"TreeLSTM of {size}, {count} trees", sentences, parts, by_height(batch), torch.arange(count) % 2)
    step("product, 2048×2048", lambda p, y, _: (p[0] @ y).sum(), [drawn(2048, 2048)], drawn(2048, 2048).requires_grad_())
    step("product, 256 of 128×128", lambda p, y, _: (p[0] @ y).sum(), [drawn(256, 128, 128)], drawn(256, 128, 128).requires_grad_())
    x, w = drawn(32, 64, 56, 56), drawn(64, 64, 3, 3).requires_grad_()
    step("convolution, 32×64×56×56 by 64×64×3×3", lambda p, w, _: F.conv2d(p[0], w, padding=1).sum(), [x], w)

    def elements(p, w, _):
        v = p[0]
        return ((v * w + 0.3).tanh() * (0.5 * v).exp() - w * w / (1.0 + v * v)).sum()

    step("elements, 2²⁴, one by one", elements, [drawn(1 << 24)], drawn(1 << 24).requires_grad_())
    step("elements, 2²⁴, fused", torch.compile(elements), [drawn(1 << 24)], drawn(1 << 24).requires_grad_())


def with_jax():
    import jax
    import jax.numpy as jnp
    from jax import lax

    def cost(logits, labels):
        return -jnp.mean(jax.nn.log_softmax(logits)[jnp.arange(len(labels)), labels])

    def mlp(p, x, labels):
        return cost(jax.nn.relu(x @ p[0] + p[1]) @ p[2] + p[3], labels)

    def cnn(p, x, labels):
        def filters(x, w, b):
            x = lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=("NCHW", "OIHW", "NCHW"))
            x = jax.nn.relu(x + b[:, None, None])
            return lax.reduce_window(x, -jnp.inf, lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")

        x = filters(filters(x, p[0], p[1]), p[2], p[3])
        return cost(x.reshape(len(x), 128) @ p[4] + p[5], labels)

    def timed(name, f, parameters, x, labels):
        p, x, labels = [jnp.array(part) for part in parameters], jnp.array(x), jnp.array(labels)
        forward, gradient = jax.jit(f), jax.jit(jax.value_and_grad(f))
        shortest(f"JAX, {name}: forward", lambda: forward(p, x, labels).block_until_ready())
        shortest(f"JAX, {name}: value and gradient", lambda: jax.block_until_ready(gradient(p, x, labels)))

    for batch in (64, 1):
        timed(f"MLP, {batch} images", mlp, MLP, normal(batch, 784), np.arange(batch) % 10)
    timed("CNN, 32 images", cnn, CNN, normal(32, 1, 8, 8), np.arange(32) % 10)


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["torch", "jax"]
    if "torch" in wanted:
        with_torch()
    if "jax" in wanted:
        with_jax()
    if "cuda" in wanted:
        on_cuda()
