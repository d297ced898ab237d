//! Rust expressions as binary trees.

use std::{error::Error, fs, path::Path};
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, UnOp};

/// How many kinds of leaves and of inner nodes are told apart.
pub const LEAVES: usize = 32;
pub const KINDS: usize = 16;

/// A syntax tree: the kind of a name or literal, or an operator and what it is applied to.
pub enum Tree {
    Leaf(usize),
    Node(usize, Box<Tree>, Box<Tree>),
}

/// A tree and whether its polarity is good.
pub struct Example {
    pub tree: Tree,
    pub label: usize,
}

impl Tree {
    /// How many nodes it has.
    pub fn size(&self) -> usize {
        match self {
            Tree::Leaf(_) => 1,
            Tree::Node(_, left, right) => 1 + left.size() + right.size(),
        }
    }

    /// A name is as good as its kind; an operator of an odd kind turns what stands on its right, another one has what stands on its
    /// left.
    fn is_good(&self) -> bool {
        match self {
            Tree::Leaf(kind) => kind % 2 == 0,
            Tree::Node(kind, left, right) => match kind % 2 {
                1 => !right.is_good(),
                _ => left.is_good(),
            },
        }
    }
}

/// The same number for the same text.
fn hash(text: &str) -> usize {
    text.bytes()
        .fold(7, |hash, byte| (31 * hash + usize::from(byte)) % 65_521)
}

fn node(operator: &str, left: Tree, right: Tree) -> Tree {
    Tree::Node(hash(operator) % KINDS, Box::new(left), Box::new(right))
}

fn leaf(text: &str) -> Tree {
    Tree::Leaf(hash(text) % LEAVES)
}

/// What a call is applied to, one argument after the other.
fn applied<'e>(operator: &str, first: Tree, arguments: impl Iterator<Item = &'e Expr>) -> Tree {
    arguments.fold(first, |whole, argument| node(operator, whole, tree(argument)))
}

fn tree(expression: &Expr) -> Tree {
    match expression {
        Expr::Binary(e) => node(spelled(&e.op), tree(&e.left), tree(&e.right)),
        Expr::Unary(e) => {
            let operator = match e.op {
                UnOp::Neg(_) => "-",
                UnOp::Not(_) => "!",
                _ => "*",
            };
            node(operator, leaf(operator), tree(&e.expr))
        }
        Expr::Call(e) => applied("call", tree(&e.func), e.args.iter()),
        Expr::MethodCall(e) => {
            let name = e.method.to_string();
            applied(&name, node(&name, leaf(&name), tree(&e.receiver)), e.args.iter())
        }
        Expr::Index(e) => node("[]", tree(&e.expr), tree(&e.index)),
        Expr::Field(e) => node(".", tree(&e.base), leaf("field")),
        Expr::Paren(e) => tree(&e.expr),
        Expr::Reference(e) => tree(&e.expr),
        Expr::Cast(e) => tree(&e.expr),
        Expr::Path(e) => leaf(
            &e.path
                .segments
                .last()
                .map(|last| last.ident.to_string())
                .unwrap_or_default(),
        ),
        Expr::Lit(_) => leaf("literal"),
        _ => leaf("other"),
    }
}

fn spelled(operator: &BinOp) -> &'static str {
    match operator {
        BinOp::Add(_) => "+",
        BinOp::Sub(_) => "-",
        BinOp::Mul(_) => "*",
        BinOp::Div(_) => "/",
        BinOp::And(_) => "&&",
        BinOp::Or(_) => "||",
        BinOp::Eq(_) => "==",
        BinOp::Lt(_) => "<",
        BinOp::Gt(_) => ">",
        _ => "?",
    }
}

#[derive(Default)]
struct Found(Vec<Example>);

impl<'ast> Visit<'ast> for Found {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        let tree = tree(expression);
        if (7..60).contains(&tree.size()) {
            let label = usize::from(tree.is_good());
            self.0.push(Example { tree, label });
        } else {
            visit::visit_expr(self, expression);
        }
    }
}

/// The expressions in the sources of a folder, in the order of the files' names.
pub fn of_sources(folder: &Path) -> Result<Vec<Example>, Box<dyn Error>> {
    let mut found = Found::default();
    let mut paths = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>, std::io::Error>>()?;
    paths.sort();
    for path in paths
        .iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
    {
        found.visit_file(&syn::parse_file(&fs::read_to_string(path)?)?);
    }
    Ok(found.0)
}
