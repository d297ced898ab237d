//! `VecDeque`: against differences.
use pullback::{Differentiable, check_grad, differentiable};
use std::collections::VecDeque;

/// The mean of the last few numbers.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Window {
    #[no_diff]
    most: usize,
    queue: VecDeque<f64>,
    gain: f64,
}

#[differentiable]
impl Window {
    fn feed(&mut self, x: f64) -> f64 {
        self.queue.push_back(x * self.gain);
        if self.queue.len() > self.most {
            let oldest = self.queue.pop_front().unwrap();
            self.gain += 0.1 * oldest * x;
        }
        self.queue.iter().map(|x| x * x).sum::<f64>() / self.queue.len() as f64
    }
}

#[differentiable]
fn filtered(window: &Window, x: &[f64]) -> f64 {
    let mut window = window.clone();
    let mut sum = 0.0;
    for x in x {
        sum += window.feed(*x) * window.queue[0];
    }
    sum * window.gain
}

/// Both ends, elements that are written, and what is gone through by reference and by value.
#[differentiable]
fn turned(x: &[f64], rounds: usize) -> f64 {
    let mut queue: VecDeque<f64> = VecDeque::with_capacity(8);
    for x in x {
        queue.push_front(x.exp());
    }
    let mut sum = 0.0;
    for round in 0..rounds {
        if round % 3 == 2 {
            if let Some(last) = queue.pop_back() {
                sum += last * last;
            }
        } else if let Some(first) = queue.pop_front() {
            queue.push_back(first * x[0]);
        }
        if !queue.is_empty() {
            queue[0] *= x[1];
        }
    }
    for v in queue.iter_mut() {
        *v = v.sin();
    }
    for v in &queue {
        sum += v * x[0];
    }
    for v in queue {
        sum += v * v;
    }
    sum
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Job {
    weights: Vec<f64>,
    due: f64,
}

/// Elements that are lists themselves, worked off first in, first out.
#[differentiable]
fn worked_off(x: &[f64]) -> f64 {
    let mut jobs = VecDeque::new();
    jobs.push_back(Job {
        weights: x.to_vec(),
        due: x[0],
    });
    let mut cost = 0.0;
    while let Some(job) = jobs.pop_front() {
        cost += job.due * job.weights.iter().sum::<f64>();
        if job.weights.len() > 1 {
            let (left, right) = job.weights.split_at(job.weights.len() / 2);
            jobs.push_back(Job {
                weights: left.to_vec(),
                due: 0.5 * job.due,
            });
            jobs.push_front(Job {
                weights: right.to_vec(),
                due: job.due * right[0],
            });
        }
    }
    cost
}

#[differentiable]
fn collected(x: &[f64], k: f64) -> VecDeque<f64> {
    x.iter().map(|x| x * k).collect::<VecDeque<f64>>()
}

#[differentiable]
fn of_the_collected(x: &[f64], k: f64) -> f64 {
    let mut queue = collected(x, k);
    queue.push_back(k);
    queue.iter().zip(x).map(|(a, b)| a * b).sum::<f64>() * queue[0]
}

/// A ring that is turned.
#[differentiable]
fn ring(x: &[f64], steps: usize) -> f64 {
    let mut ring: VecDeque<f64> = VecDeque::new();
    let mut names: VecDeque<usize> = VecDeque::new();
    for (i, x) in x.iter().enumerate() {
        ring.push_back(x.sin());
        names.push_front(i);
    }
    let mut sum = 0.0;
    for step in 0..steps {
        if step % 2 == 0 {
            ring.rotate_left(step % ring.len());
            names.rotate_left(1);
        } else {
            ring.rotate_right(2);
            names.rotate_right(3);
        }
        ring[1] *= x[names[0]];
        sum += ring[0] * ring[1] * (step + 1) as f64;
    }
    sum + ring[2]
}

#[test]
fn queues_with_two_ends() {
    let x = [0.3, 0.8, -0.4, 1.2, 0.6];
    let window = Window {
        most: 2,
        queue: VecDeque::from([0.5]),
        gain: 1.5,
    };
    check_grad!(filtered(&window, &x)).unwrap();
    check_grad!(turned(&x, 0)).unwrap();
    check_grad!(turned(&x, 11)).unwrap();
    check_grad!(turned(&x, 30)).unwrap();
    check_grad!(worked_off(&x)).unwrap();
    check_grad!(ring(&x, 7)).unwrap();
    check_grad!(of_the_collected(&x, 0.7)).unwrap();
}

#[test]
fn a_written_argument_holds_what_the_function_leaves() {
    #[differentiable]
    fn shifted(queue: &mut VecDeque<f64>, x: f64) -> f64 {
        queue.push_back(x * x);
        queue.pop_front().unwrap_or(0.0) * 3.0
    }
    let mut queue = VecDeque::from([2.0, 5.0]);
    let (value, pullback) = shifted::vjp(&mut queue, 4.0);
    let mut bar = VecDeque::from([1.0, 10.0]);
    let x_bar = pullback(1.0, &mut bar);
    assert_eq!((value, x_bar), (6.0, 80.0));
    assert_eq!(queue, [5.0, 16.0]);
    assert_eq!(bar, [3.0, 1.0]);
}

/// What `collect` makes is what the function returns, in a branch, after `return`, and at the end.
#[differentiable]
fn squares(x: &[f64], sorted: bool) -> VecDeque<f64> {
    if x.len() > 3 {
        return x.iter().map(|x| x * x).collect();
    }
    if sorted {
        let mut queue: VecDeque<f64> = x.iter().copied().collect();
        queue.push_front(x[0]);
        queue
    } else {
        x.iter().map(|x| x * x * x).chain(Some(x[0] * x[1])).collect()
    }
}

#[differentiable]
fn of_squares(x: &[f64]) -> f64 {
    let (a, b, c) = (squares(x, true), squares(&x[1..], true), squares(&x[1..], false));
    a[0] * b[1] + a[3] * c[3] * c[1] + b[0]
}

#[test]
fn deques_that_are_collected_to_be_returned() {
    check_grad!(of_squares(&[0.3, 0.9, 1.7, -0.4])).unwrap();
}

/// A type of one's own may have the methods of a queue's ends.
mod ends {
    use pullback::{Differentiable, check_grad, differentiable};

    #[derive(Clone, Debug, Differentiable)]
    struct Own {
        x: f64,
    }

    #[differentiable]
    impl Own {
        fn back(&self) -> f64 {
            self.x * self.x
        }

        fn twice(&self) -> f64 {
            let back = self.back();
            back + self.back()
        }
    }

    #[differentiable]
    fn doubled(own: &Own) -> f64 {
        own.back() * own.twice()
    }

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Direction {
        x: f64,
        y: f64,
    }

    #[differentiable]
    impl Direction {
        fn dot(&self, other: &Direction) -> f64 {
            self.x * other.x + self.y * other.y
        }
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Camera {
        angle: f64,
    }

    #[differentiable]
    impl Camera {
        fn front(&self) -> Direction {
            let (y, x) = self.angle.sin_cos();
            Direction { x, y }
        }
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Scene {
        camera: Camera,
        light: Direction,
    }

    #[differentiable]
    impl Scene {
        fn lit(&self) -> f64 {
            let front = self.camera.front();
            front.x * self.camera.front().dot(&self.light)
        }
    }

    #[differentiable]
    fn lit(angle: f64, x: f64) -> f64 {
        let (camera, light) = (Camera { angle }, Direction { x, y: angle });
        Scene { camera, light }.lit()
    }

    #[test]
    fn a_direction_is_no_end_of_a_queue() {
        check_grad!(lit(0.4, 1.3)).unwrap();
        check_grad!(doubled(&Own { x: 0.6 })).unwrap();
    }
}

/// What is open, by its number, and what was found on the way.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Work {
    #[no_diff]
    open: VecDeque<usize>,
    waiting: VecDeque<f64>,
    found: Vec<f64>,
}

/// Queues that are fields: what is left in them is gone through, and they are empty then.
#[differentiable(types(.open = impl Index, .waiting = impl Index))]
fn emptied(work: &mut Work, x: &[f64], most: usize) {
    work.open.push_back(0);
    while work.open.len() + work.found.len() < most {
        let Some(node) = work.open.pop_front() else { break };
        work.found.push(x[node] * x[0]);
        work.waiting.push_back(x[node].sin());
        for child in [2 * node + 1, 2 * node + 2] {
            if child < x.len() {
                work.open.push_back(child);
            }
        }
    }
    for node in work.open.drain(..) {
        work.found.push(x[node] * x[node]);
    }
    for waiting in work.waiting.drain(..) {
        work.found.push(waiting * x[work.found.len() % x.len()]);
    }
    work.open.push_back(work.found.len());
}

#[test]
fn queues_are_drained() {
    let x = [0.3, 0.8, -0.4, 1.2, 0.6, 0.9, -0.7, 0.5];
    let work = Work {
        open: VecDeque::new(),
        waiting: VecDeque::from([0.4, 0.2]),
        found: vec![0.7],
    };
    let mut after = work.clone();
    emptied(&mut after, &x, 5);
    assert_eq!((after.open.len(), after.waiting.len(), after.found.len()), (1, 0, 10));
    for most in [1, 5] {
        check_grad!(emptied(&mut work.clone(), &x, most)).unwrap();
    }
}
