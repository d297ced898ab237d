//! What maps and queues cost, lists that are gone through by value, and lists that are joined or returned from a branch.

use crate::reuse::numbers;
use allocation_counter::measure;
use pullback::{Differentiable, Workspace, check_grad, differentiable};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hint::black_box;

#[differentiable]
fn sums_by_key(x: &[f64], k: f64) -> f64 {
    let mut map: HashMap<usize, f64> = HashMap::new();
    for i in 0..x.len() {
        *map.entry(i % 5).or_insert(0.0) += x[i] * k;
    }
    map[&0] * map[&1]
}

#[differentiable]
fn sums_in_order(x: &[f64], k: f64) -> f64 {
    let mut map = BTreeMap::new();
    for i in 0..x.len() {
        map.insert(i % 5, x[i] * k);
    }
    let mut sum = 0.0;
    for v in map.values() {
        sum += v * v;
    }
    sum
}

#[differentiable]
fn lists_by_key(x: &[f64], k: f64) -> f64 {
    let mut map: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for i in 0..x.len() {
        map.entry(i % 5).or_default().push(x[i] * k);
    }
    map[&0][1] * map[&3][0]
}

#[differentiable]
fn read_by_key(map: &HashMap<usize, Vec<f64>>, k: f64) -> f64 {
    map[&0][1] * k + map.get(&1).map_or(0.0, |list| list[0])
}

/// A map of the caller's, from which the callee takes what it needs.
#[differentiable]
fn lent_map(x: &[f64], k: f64, times: usize) -> f64 {
    let mut map: HashMap<usize, Vec<f64>> = HashMap::new();
    map.insert(0, x.to_vec());
    map.insert(1, x.iter().map(|v| v * k).collect());
    let mut sum = 0.0;
    for t in 0..times {
        sum += read_by_key(&map, k + t as f64);
    }
    sum
}

#[differentiable]
fn lists_inserted(x: &[f64], k: f64) -> f64 {
    let mut map: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    let mut sum = 0.0;
    for i in 0..5 {
        if let Some(before) = map.insert(i % 3, vec![x[i] * k, x[i + 1]]) {
            sum += before[0] * before[1];
        }
    }
    for (key, list) in &map {
        sum += list[0] * list[1] * *key as f64;
    }
    sum
}

#[differentiable]
fn made_where_absent(x: &[f64], k: f64) -> f64 {
    let mut map: HashMap<usize, Vec<f64>> = HashMap::new();
    for i in 0..x.len() {
        map.entry(i % 5).or_default().push(x[i] * k);
    }
    map[&0][1] * map[&3][0]
}

#[differentiable]
fn named(map: &HashMap<String, Vec<f64>>, k: f64) -> f64 {
    let mut sum = k;
    if let Some(list) = map.get("first") {
        sum += list[0] * list[1] * k;
    }
    for _ in 0..2 {
        if let Some(list) = map.get("second") {
            sum *= list[0];
        }
    }
    if let Some(list) = map.get("third") {
        sum *= list[0];
    }
    sum
}

#[differentiable]
fn all_of_them(map: &HashMap<String, Vec<f64>>, k: f64) -> f64 {
    let mut sum = 0.0;
    for (name, list) in map {
        sum += list[0] * list[1] * k * name.len() as f64;
    }
    for list in map.values() {
        sum += list[0];
    }
    sum
}

#[differentiable]
fn scaled_by_name(map: &mut HashMap<String, Vec<f64>>, k: f64) -> f64 {
    for list in map.values_mut() {
        list[0] *= k;
    }
    map["first"][0] * map["second"][1]
}

#[differentiable]
fn calls_with_names(map: &HashMap<String, Vec<f64>>, k: f64) -> f64 {
    let mut sum = 0.0;
    for _ in 0..3 {
        sum += named(map, k + sum);
    }
    sum
}

#[differentiable]
fn counted_by_name(x: &[f64], k: f64) -> f64 {
    let mut map: BTreeMap<String, f64> = BTreeMap::new();
    for i in 0..6 {
        let name = if i % 2 == 0 {
            String::from("even")
        } else {
            String::from("odd")
        };
        *map.entry(name).or_insert(0.0) += x[i] * k;
    }
    map["even"] * map["odd"]
}

/// The last three, and how they differ from each new one.
#[differentiable]
fn windowed(x: &[f64], k: f64) -> f64 {
    let mut queue: VecDeque<f64> = VecDeque::with_capacity(4);
    let mut sum = 0.0;
    for v in x {
        if queue.len() == 3 {
            queue.pop_front();
        }
        queue.push_back(v * k);
        sum += queue.iter().sum::<f64>() * v;
    }
    sum
}

#[differentiable]
fn queue_of_lists(x: &[f64], k: f64) -> f64 {
    let mut queue: VecDeque<Vec<f64>> = VecDeque::new();
    for v in x {
        queue.push_back(vec![*v, v * k]);
    }
    let mut sum = 0.0;
    for i in 0..queue.len() {
        sum += queue[i][0] * queue[i][1];
    }
    sum
}

#[differentiable]
fn joined_rows(x: &[f64], k: f64) -> f64 {
    let rows: Vec<Vec<f64>> = x.iter().map(|v| vec![*v, v * k]).collect();
    let all = rows.concat();
    all.iter().map(|v| v * v).sum()
}

#[differentiable]
fn joined_chains(x: &[f64], y: &[f64], k: f64) -> f64 {
    let scaled: Vec<f64> = y.iter().map(|v| v * k).collect();
    let all = [x, &scaled[1..], &x[..2]].concat();
    all.iter().enumerate().map(|(i, v)| v * i as f64).sum()
}

#[differentiable]
fn flattened(x: &[f64], k: f64) -> f64 {
    let rows: Vec<Vec<f64>> = x.iter().map(|v| vec![*v, v * k]).collect();
    rows.into_iter().flatten().map(|v| v * v).sum()
}

#[differentiable]
fn rows_by_value(rows: Vec<Vec<f64>>, k: f64) -> f64 {
    let mut sum = 0.0;
    for (i, row) in rows.into_iter().enumerate() {
        for j in 0..row.len() {
            sum += row[j] * k * i as f64;
        }
        sum *= row.iter().sum::<f64>() + row[row.len() - 1];
    }
    sum
}

/// What is moved on is copied: of the rows, the way back needs all.
#[differentiable]
fn rows_moved_on(x: &[f64], k: f64) -> f64 {
    let rows = vec![x.to_vec(), x.iter().map(|v| v * k).collect::<Vec<f64>>(), x.to_vec()];
    let mut kept = Vec::new();
    let mut sum = 0.0;
    for row in rows {
        sum += row[0];
        if row[0] > 0.06 {
            kept.push(row);
        } else {
            sum *= row[1];
        }
    }
    sum * kept[0][2] * kept[1][1]
}

/// The list is written while its elements are gone through, of which each is a copy.
#[differentiable]
fn written_meanwhile(x: &[f64], k: f64) -> f64 {
    #[derive(Clone, Copy, Differentiable)]
    struct Point {
        at: [f64; 2],
    }
    let mut points = [Point { at: [x[0], k] }, Point { at: [x[1], x[2]] }];
    let mut sum = 0.0;
    for point in points {
        points[1].at[0] *= k;
        sum += point.at[0] * point.at[1];
    }
    sum + points[1].at[0]
}

/// A name that another one hides, and one that a message has.
#[differentiable]
fn hidden_names(x: &[f64], k: f64) -> f64 {
    let rows = vec![x.to_vec(), x.to_vec()];
    let mut sum = 0.0;
    for row in rows.clone() {
        let row: Vec<f64> = row.iter().map(|v| v * k).collect();
        sum += row[0] * row[1];
    }
    for row in rows {
        assert!(!row.is_empty(), "{row:?}");
        let total = |from: usize| row[from..].iter().sum::<f64>();
        sum += total(1) * total(0);
    }
    sum
}

#[differentiable]
fn roots(x: &[f64]) -> Result<Vec<f64>, String> {
    let mut roots: Vec<f64> = Vec::with_capacity(x.len());
    for v in x {
        if *v < 0.0 {
            return Err("negative".into());
        }
        roots.push(v.sqrt());
    }
    Ok(roots)
}

#[differentiable]
fn roots_of_roots(x: &[f64]) -> Result<f64, String> {
    let once = roots(x)?;
    let twice = roots(&once)?;
    Ok(twice.iter().sum::<f64>() * once[0])
}

#[differentiable]
fn of_roots(x: &[f64], k: f64) -> f64 {
    roots_of_roots(x).map_or(0.0, |v| v * k)
}

#[test]
fn maps_and_queues_cost_nothing() {
    let x = numbers(20);
    let (mut x_bar, mut k_bar) = (vec![0.0; 20], 0.0);
    more_than_the_function!(0, sums_by_key(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, sums_in_order(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, lists_by_key(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, lent_map(&x, 0.5, 3; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, windowed(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, queue_of_lists(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, lists_inserted(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, made_where_absent(&x, 0.5; &mut x_bar, &mut k_bar));
}

fn by_name() -> HashMap<String, Vec<f64>> {
    let names = ["first", "second", "another"];
    let lists = names.iter().zip(1..);
    lists
        .map(|(name, n)| (String::from(*name), vec![0.5 * f64::from(n); 2]))
        .collect()
}

#[test]
fn keys_that_are_texts_cost_nothing() {
    let mut map = by_name();
    let (mut map_bar, mut k_bar) = (map.zero_cotangent(), 0.0);
    more_than_the_function!(0, named(&map, 0.5; &mut map_bar, &mut k_bar));
    more_than_the_function!(0, all_of_them(&map, 0.5; &mut map_bar, &mut k_bar));
    more_than_the_function!(0, scaled_by_name(&mut map, 1.0; &mut map_bar, &mut k_bar));
    more_than_the_function!(0, calls_with_names(&map, 0.5; &mut map_bar, &mut k_bar));
    let (x, mut x_bar) = (numbers(20), vec![0.0; 20]);
    more_than_the_function!(0, counted_by_name(&x, 0.5; &mut x_bar, &mut k_bar));
}

/// Neither the cotangents of maps nor their copies.
#[test]
fn threads_keep_maps() {
    let mut map = by_name();
    let (mut map_bar, mut k_bar) = (map.zero_cotangent(), 0.0);
    let (x, mut x_bar) = (numbers(20), vec![0.0; 20]);
    let mut run = || {
        black_box(scaled_by_name::grad_into(&mut map, 1.0, &mut map_bar, &mut k_bar));
        black_box(calls_with_names::grad_into(&map, 0.5, &mut map_bar, &mut k_bar));
    };
    (0..3).for_each(|_| run());
    assert_eq!(measure(run).count_total, 0);
    let own = measure(|| {
        black_box(sums_by_key(&x, 0.5));
    });
    let mut run = || {
        black_box(sums_by_key::grad_into(&x, 0.5, &mut x_bar, &mut k_bar));
    };
    (0..3).for_each(|_| run());
    assert_eq!(measure(run).count_total, own.count_total);
}

#[test]
fn lists_by_value_cost_nothing() {
    let x = numbers(20);
    let (mut x_bar, mut k_bar) = (vec![0.0; 20], 0.0);
    let rows = vec![x.clone(), x.clone()];
    let mut rows_bar = rows.zero_cotangent();
    more_than_the_function!(0, joined_rows(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, flattened(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, rows_by_value(rows.clone(), 0.5; &mut rows_bar, &mut k_bar));
    more_than_the_function!(0, rows_moved_on(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, written_meanwhile(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, of_roots(&x, 0.5; &mut x_bar, &mut k_bar));
}

/// What is used again holds nothing of what it was used for.
#[test]
fn gradients_of_containers_in_memory_that_was_used_are_right() {
    for n in [8, 4, 11] {
        let (x, y) = (numbers(n), numbers(n / 2));
        check_grad!(sums_by_key(&x, 0.5)).expect("the gradient is right");
        check_grad!(sums_in_order(&x, 0.5)).expect("the gradient is right");
        check_grad!(lent_map(&x, 0.5, 3)).expect("the gradient is right");
        check_grad!(windowed(&x, 0.5)).expect("the gradient is right");
        check_grad!(named(&by_name(), 0.5)).expect("the gradient is right");
        check_grad!(all_of_them(&by_name(), 0.5)).expect("the gradient is right");
        check_grad!(scaled_by_name(&mut by_name(), 0.5)).expect("the gradient is right");
        check_grad!(calls_with_names(&by_name(), 0.5)).expect("the gradient is right");
        if n >= 6 {
            check_grad!(made_where_absent(&x, 0.5)).expect("the gradient is right");
            check_grad!(lists_inserted(&x, 0.5)).expect("the gradient is right");
            check_grad!(counted_by_name(&x, 0.5)).expect("the gradient is right");
        }
        check_grad!(queue_of_lists(&x, 0.5)).expect("the gradient is right");
        check_grad!(joined_rows(&x, 0.5)).expect("the gradient is right");
        check_grad!(joined_chains(&x, &y, 0.5)).expect("the gradient is right");
        check_grad!(flattened(&x, 0.5)).expect("the gradient is right");
        check_grad!(rows_by_value(vec![x.clone(), y.clone()], 0.5)).expect("the gradient is right");
        check_grad!(rows_moved_on(&x, 0.7)).expect("the gradient is right");
        check_grad!(written_meanwhile(&x, 0.5)).expect("the gradient is right");
        check_grad!(hidden_names(&x, 0.5)).expect("the gradient is right");
        check_grad!(of_roots(&x, 0.5)).expect("the gradient is right");
    }
}

/// A map that waits in the workspace has the keys of its last use.
#[test]
fn cotangents_of_maps_have_the_keys_of_their_map() {
    let mut workspace = Workspace::new();
    for keys in [
        vec![0, 1, 2],
        vec![0, 1],
        vec![0, 1, 7, 8],
        vec![3, 0, 1, 5],
        vec![0, 1, 2],
    ] {
        let map: HashMap<usize, Vec<f64>> = keys.iter().map(|key| (*key, vec![1.0, *key as f64])).collect();
        let (mut map_bar, mut k_bar) = (map.zero_cotangent(), 0.0);
        for _ in 0..2 {
            read_by_key::grad_into_with(&mut workspace, &map, 0.5, &mut map_bar, &mut k_bar);
        }
        assert_eq!((map_bar[&0][1], map_bar[&1][0]), (1.0, 2.0));
        assert_eq!(map_bar.len(), keys.len());
    }
}
