//! What the two programs of `examples/treelstm` are of, without the parser: trees that are made up, the same as those of `networks.py`.

pub const LEAVES: usize = 32;
pub const KINDS: usize = 16;

pub enum Tree {
    Leaf(usize),
    Node(usize, Box<Tree>, Box<Tree>),
}

pub struct Example {
    pub tree: Tree,
    pub label: usize,
}

/// So many trees of 4 to 29 leaves.
pub fn examples(count: usize) -> Vec<Example> {
    let mut drawn = Drawn(1);
    let trees = (0..count).map(|k| {
        let leaves = 4 + drawn.below(26);
        Example {
            tree: drawn.tree(leaves),
            label: k % 2,
        }
    });
    trees.collect()
}

/// A generator that is as quickly written elsewhere.
struct Drawn(u64);

impl Drawn {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn tree(&mut self, leaves: usize) -> Tree {
        if leaves == 1 {
            return Tree::Leaf(self.below(LEAVES));
        }
        let (kind, left) = (self.below(KINDS), 1 + self.below(leaves - 1));
        Tree::Node(kind, Box::new(self.tree(left)), Box::new(self.tree(leaves - left)))
    }
}
