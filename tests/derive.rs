//! `#[derive(Differentiable)]`: what the cotangents of structs and enums look like, and that they are those of their values.
#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![deny(warnings)]
#![deny(
    missing_debug_implementations,
    nonstandard_style,
    unreachable_pub,
    unused,
    unused_lifetimes,
    unused_qualifications,
    clippy::all
)]
#![allow(dead_code)]

use pullback::ndarray::{Array, Array1, Array2, Dimension, Ix1, arr1, arr2};
use pullback::{Cotangent, Differentiable, rt};
use std::fmt::Debug;
use std::marker::PhantomData;

fn flat<T: Differentiable + ?Sized>(value: &T) -> Vec<f64> {
    let mut flat = Vec::new();
    value.flatten_into(&mut flat);
    flat
}

fn flat_cotangent(cotangent: &impl Cotangent) -> Vec<f64> {
    let mut flat = Vec::new();
    cotangent.flatten_into(&mut flat);
    flat
}

/// What must hold between a value, its flat form and its cotangents. Returns the zero cotangent.
fn laws<T: Differentiable>(mut value: T) -> T::Cotangent
where
    T::Cotangent: Clone + Debug + PartialEq,
{
    let components = flat(&value);
    let n = components.len();
    let zero = rt::witness(&value).zero();
    assert_eq!(zero, value.zero_cotangent());
    assert_eq!(flat_cotangent(&zero), vec![0.0; n]);

    let slopes: Vec<f64> = (1..=n).map(|i| i as f64).collect();
    let mut along = zero.clone();
    Cotangent::unflatten_from(&mut along, &mut slopes.iter().copied());
    assert_eq!(flat_cotangent(&along), slopes);
    assert_eq!(along.zero_like(), zero);
    assert_eq!(along == zero, n == 0);

    let mut sum = along.clone();
    sum.accumulate(&along);
    let mut twice = along.clone();
    twice.scale(2.0);
    assert_eq!(sum, twice);
    rt::accumulate(&mut sum, &along);
    let doubled: Vec<f64> = slopes.iter().map(|s| 3.0 * s).collect();
    assert_eq!(flat_cotangent(&sum), doubled);

    value.add_scaled(0.5, &along);
    let moved: Vec<f64> = components.iter().zip(&slopes).map(|(x, s)| x + 0.5 * s).collect();
    assert_eq!(flat(&value), moved);
    value.unflatten_from(&mut components.iter().copied());
    assert_eq!(flat(&value), components);
    zero
}

/// A model with fields of every kind.
#[derive(Clone, Debug, Differentiable)]
pub struct Model {
    /// Its weights.
    pub w: Vec<[f64; 2]>,
    pub(crate) bias: f64,
    scale: f32,
    layers: Array2<f64>,
    steps: usize,
    names: Vec<String>,
    limits: Option<(u8, char)>,
    #[no_diff]
    rate: f64,
    r#type: Option<Box<f64>>,
    mixed: (f64, usize, Vec<bool>),
}

fn model() -> Model {
    Model {
        w: vec![[1.0, 2.0], [3.0, 4.0]],
        bias: 5.0,
        scale: 6.0,
        layers: arr2(&[[7.0, 8.0]]),
        steps: 3,
        names: vec!["a".into()],
        limits: None,
        rate: 0.1,
        r#type: Some(Box::new(9.0)),
        mixed: (10.0, 1, vec![true]),
    }
}

/// A point.
#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Point(pub f64, #[no_diff] pub f64, f64);

/// Nothing at all.
#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Unit;

/// Braces around nothing.
#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Braces {}

/// Parentheses around nothing.
#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Parentheses();

/// No value has this type.
#[derive(Clone, Copy, Debug, Differentiable)]
pub enum Never {}

/// An enum without floats.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub enum Kind {
    /// One.
    A,
    /// Another.
    B,
}

/// All variant forms.
#[derive(Clone, Debug, Differentiable)]
pub enum Shape {
    /// Unit.
    Empty,
    /// Tuple.
    Circle(f64, usize),
    /// Named.
    Box {
        /// Sides.
        sides: Vec<f64>,
        /// A name.
        name: &'static str,
        /// How fine.
        #[no_diff]
        grain: f64,
        /// Where.
        at: Point,
    },
    /// All of it is constant.
    #[no_diff]
    Fixed(f64, String),
    /// Nothing in parentheses.
    Tuple(),
    /// Nothing in braces.
    Named {},
}

mod structure {
    use super::*;

    #[test]
    fn a_cotangent_has_the_fields_of_its_value() {
        let zero: ModelCotangent = laws(model());
        let ModelCotangent {
            w,
            bias,
            scale,
            layers,
            steps: (),
            names,
            limits: (),
            rate: (),
            r#type,
            mixed,
        } = zero;
        // One name, which has no derivative.
        assert_eq!(names, [()]);
        assert_eq!(w, [[0.0; 2]; 2]);
        assert_eq!((bias, scale), (0.0, 0.0));
        assert_eq!(layers, arr2(&[[0.0, 0.0]]));
        assert_eq!(r#type, Some(Box::new(0.0)));
        assert_eq!(mixed, (0.0, (), vec![()]));
        assert_eq!(names.len(), model().names.len());
    }

    #[test]
    fn paths_into_a_cotangent_are_those_into_the_value() {
        let m = model();
        let mut m_bar = m.zero_cotangent();
        m_bar.w[1][0] += 2.0;
        rt::accumulate(&mut m_bar.w[1], &[1.0, 1.0]);
        rt::accumulate(&mut m_bar.w[1][1], &0.5);
        rt::accumulate(&mut m_bar.bias, &1.0);
        assert_eq!(m_bar.w, [[0.0, 0.0], [3.0, 1.5]]);
        let mut moved = m.clone();
        moved.add_scaled(2.0, &m_bar);
        assert_eq!((moved.w[1], moved.bias, moved.rate), ([9.0, 7.0], 7.0, 0.1));
    }

    #[test]
    fn tuple_and_unit_structs_keep_their_form() {
        assert_eq!(laws(Point(1.0, 2.0, 3.0)), PointCotangent(0.0, (), 0.0));
        assert_eq!(laws(Unit), UnitCotangent);
        assert_eq!(laws(Braces {}), BracesCotangent {});
        assert_eq!(laws(Parentheses()), ParenthesesCotangent());
        rt::inactive(&(Unit, Braces {}, Kind::A));
    }

    #[test]
    fn a_cotangent_has_the_variants_of_its_value() {
        assert_eq!(laws(Shape::Empty), ShapeCotangent::Empty);
        assert_eq!(laws(Shape::Circle(1.0, 2)), ShapeCotangent::Circle(0.0, ()));
        let boxed = Shape::Box {
            sides: vec![1.0, 2.0],
            name: "box",
            grain: 3.0,
            at: Point(4.0, 5.0, 6.0),
        };
        let zero = ShapeCotangent::Box {
            sides: vec![0.0; 2],
            name: (),
            grain: (),
            at: PointCotangent(0.0, (), 0.0),
        };
        assert_eq!(laws(boxed), zero);
        assert_eq!(laws(Shape::Fixed(1.0, "x".into())), ShapeCotangent::Fixed((), ()));
        assert_eq!(laws(Shape::Tuple()), ShapeCotangent::Tuple());
        assert_eq!(laws(Shape::Named {}), ShapeCotangent::Named {});
        assert_eq!(laws(Kind::A), KindCotangent::A);
        assert_eq!(laws(Kind::B), KindCotangent::B);
        assert_eq!(Kind::A.coarseness(), 0.0);
        assert_eq!(laws(None::<Never>), None::<NeverCotangent>);
    }

    #[test]
    fn values_and_cotangents_match_side_by_side() {
        let s = Shape::Circle(2.0, 1);
        let mut s_bar = s.zero_cotangent();
        match (&s, &mut s_bar) {
            (Shape::Circle(r, _), ShapeCotangent::Circle(r_bar, ())) => *r_bar += 2.0 * r,
            _ => unreachable!("a cotangent is of the variant of its value"),
        }
        assert_eq!(s_bar, ShapeCotangent::Circle(4.0, ()));
    }

    #[test]
    fn derived_types_can_be_parts_of_others() {
        let p = Point(1.0, 2.0, 3.0);
        laws(vec![p, p]);
        laws([p, p]);
        laws((p, Some(p), 1.0));
        laws(Box::new(Shape::Circle(1.0, 2)));
        laws(vec![Shape::Empty, Shape::Circle(1.0, 2)]);
        laws(&Unit);
    }
}

mod operations {
    use super::*;

    #[test]
    fn cotangents_add_up() {
        let mut sum = PointCotangent(1.0, (), 2.0);
        sum += PointCotangent(0.5, (), 0.5);
        sum += &PointCotangent(0.5, (), 0.5);
        assert_eq!(sum, PointCotangent(2.0, (), 3.0));
        assert_ne!(sum, PointCotangent(2.0, (), 4.0));
        assert_ne!(ShapeCotangent::Empty, ShapeCotangent::Tuple());
    }

    #[test]
    fn cotangents_print_as_if_rust_had_derived_it() {
        #[derive(Debug)]
        #[allow(dead_code)]
        struct PointCotangent(f64, (), f64);
        assert_eq!(
            format!("{:?}", Point(1.0, 2.0, 3.0).zero_cotangent()),
            format!("{:?}", PointCotangent(0.0, (), 0.0))
        );
        let circle = Shape::Circle(1.0, 2).zero_cotangent();
        assert_eq!(format!("{circle:?}"), "Circle(0.0, ())");
        let named = ShapeCotangent::Box {
            sides: vec![],
            name: (),
            grain: (),
            at: super::PointCotangent(1.0, (), 2.0),
        };
        assert_eq!(
            format!("{named:?}"),
            "Box { sides: [], name: (), grain: (), at: PointCotangent(1.0, (), 2.0) }"
        );
        assert_eq!(
            format!("{:?} {:?}", UnitCotangent, ShapeCotangent::Empty),
            "UnitCotangent Empty"
        );
    }

    #[test]
    #[should_panic(expected = "a `ShapeCotangent::Circle` was added to a `ShapeCotangent::Empty`")]
    fn different_variants_do_not_add() {
        let mut sum = ShapeCotangent::Empty;
        sum += ShapeCotangent::Circle(1.0, ());
    }

    #[test]
    #[should_panic(expected = "a `Shape::Empty` was moved along a `ShapeCotangent::Circle`")]
    fn a_value_moves_along_its_own_variant() {
        Shape::Empty.add_scaled(1.0, &ShapeCotangent::Circle(1.0, ()));
    }

    #[test]
    fn scaling_keeps_zeros() {
        let mut c = PointCotangent(0.0, (), 1.0);
        c.scale(f64::INFINITY);
        assert_eq!(c, PointCotangent(0.0, (), f64::INFINITY));
    }

    #[test]
    fn shapes_are_nothing_where_there_is_nothing_to_know() {
        #[derive(Differentiable)]
        struct Nested {
            points: [Point; 3],
            rest: (f64, Pair<f32>),
            tags: ([u8; 4], String),
        }
        #[derive(Differentiable)]
        struct Tagged {
            points: [Point; 3],
            tags: Vec<u8>,
        }
        #[derive(Differentiable)]
        struct Pair<T>(T, T);
        #[derive(Differentiable)]
        enum One {
            Only(Nested),
        }
        assert_eq!(size_of::<<Nested as Differentiable>::Shape>(), 0);
        assert_eq!(size_of::<<One as Differentiable>::Shape>(), 0);
        assert_eq!(size_of::<<Kind as Differentiable>::Shape>(), 1);
        // Of a list there is its length to know, whatever it is a list of.
        assert_eq!(
            size_of::<<Tagged as Differentiable>::Shape>(),
            size_of::<<Vec<u8> as Differentiable>::Shape>()
        );
        // The shape of a list of them is its length.
        assert_eq!(laws(vec![Point(1.0, 2.0, 3.0); 100]).len(), 100);
    }
}

mod recursion {
    use super::*;

    /// A tree by `Box` and `Vec`.
    #[derive(Differentiable)]
    enum Tree {
        Leaf(f64),
        Node(Box<Tree>, Box<Self>),
        Many { children: Vec<Tree>, weight: f32 },
        Maybe(Option<Box<(Tree, usize)>>),
    }

    fn tree() -> Tree {
        Tree::Node(
            Box::new(Tree::Leaf(1.0)),
            Box::new(Tree::Many {
                children: vec![Tree::Leaf(2.0), Tree::Maybe(None), Tree::Leaf(3.0)],
                weight: 4.0,
            }),
        )
    }

    #[test]
    fn trees_have_trees_as_cotangents() {
        let zero = laws(tree());
        let TreeCotangent::Node(left, right) = zero else {
            panic!("a node")
        };
        assert_eq!(*left, TreeCotangent::Leaf(0.0));
        let expected = TreeCotangent::Many {
            children: vec![
                TreeCotangent::Leaf(0.0),
                TreeCotangent::Maybe(None),
                TreeCotangent::Leaf(0.0),
            ],
            weight: 0.0,
        };
        assert_eq!(*right, expected);
        assert_eq!(tree().coarseness(), f64::from(f32::EPSILON));
        laws(Tree::Maybe(Some(Box::new((tree(), 3)))));
    }

    /// A generic tree that borrows.
    #[derive(Differentiable)]
    enum Expression<'a, T: Copy> {
        Value(T),
        Borrowed(&'a [T]),
        Sum(Box<Expression<'a, T>>, Vec<Self>),
        Pair(Option<Box<(T, Self)>>),
    }

    #[test]
    fn generic_types_can_be_recursive() {
        use Expression::{Borrowed, Pair, Sum, Value};
        let make = || Sum(Box::new(Value(1.0)), vec![Value(2.0), Pair(None)]);
        let zero = laws(Pair(Some(Box::new((1.0, make())))));
        assert!(matches!(zero, ExpressionCotangent::Pair(Some(pair)) if pair.0 == 0.0));
        let values = vec![1.0_f32, 2.0];
        let sum = Sum(Box::new(Borrowed(&values)), vec![Value(2.0)]);
        let zero = sum.zero_cotangent();
        drop(sum);
        drop(values);
        let expected = ExpressionCotangent::Sum(
            Box::new(ExpressionCotangent::Borrowed(vec![0.0; 2])),
            vec![ExpressionCotangent::Value(0.0)],
        );
        assert_eq!(zero, expected);
    }

    /// A type that a recursion passes through.
    #[derive(Differentiable)]
    struct Children<T>(Vec<T>);

    #[derive(Differentiable)]
    struct Rose {
        petal: f64,
        children: Children<Rose>,
    }

    #[test]
    fn recursion_can_pass_through_another_generic_type() {
        let rose = |petal, children| Rose {
            petal,
            children: Children(children),
        };
        let zero = laws(rose(1.0, vec![rose(2.0, vec![]), rose(3.0, vec![rose(4.0, vec![])])]));
        assert_eq!(zero.children.0[1].children.0.len(), 1);
    }

    /// A public type whose fields are of types that are not.
    #[allow(unreachable_pub)]
    mod hidden {
        use super::*;
        use pullback::differentiable;

        #[derive(Clone, Differentiable)]
        struct Node<T> {
            place: [T; 2],
            next: Option<Box<Node<T>>>,
        }

        #[derive(Clone, Differentiable)]
        struct Pair<'a, A, B>(&'a [A], B);

        #[derive(Clone, Differentiable)]
        pub struct Forest<T> {
            nodes: Vec<Node<T>>,
            pub(super) weight: T,
        }

        #[derive(Clone, Differentiable)]
        #[allow(private_interfaces)]
        pub(in crate::recursion) enum Either<'a, T, const N: usize> {
            Both(Pair<'a, T, [Node<T>; N]>, Forest<T>),
            Neither,
        }

        fn node<T: Copy>(value: T, next: Option<Node<T>>) -> Node<T> {
            Node {
                place: [value; 2],
                next: next.map(Box::new),
            }
        }

        impl<T: Copy> Forest<T> {
            pub fn of(weight: T) -> Forest<T> {
                Forest {
                    nodes: vec![node(weight, None), node(weight, Some(node(weight, None)))],
                    weight,
                }
            }
        }

        pub(super) fn both(values: &[f64]) -> Either<'_, f64, 1> {
            Either::Both(Pair(values, [node(1.0, None)]), Forest::of(2.0))
        }

        #[differentiable]
        pub fn total(forest: &Forest<f64>) -> f64 {
            let mut sum = forest.weight;
            for k in 0..forest.nodes.len() {
                sum += forest.nodes[k].place[0] * forest.nodes[k].place[1] * forest.weight;
            }
            sum
        }
    }

    /// What holds the public one.
    #[allow(unreachable_pub)]
    #[derive(Clone, Differentiable)]
    pub struct Woods<T>(Vec<hidden::Forest<T>>);

    #[test]
    fn public_types_hold_private_ones() {
        let forest = hidden::Forest::of(3.0);
        let zero = laws(forest.clone());
        assert_eq!(flat_cotangent(&zero).len(), 7);
        assert_eq!(
            flat_cotangent(&laws(Woods(vec![forest.clone(), forest.clone()]))).len(),
            14
        );
        let values = [1.0, 2.0];
        let either = hidden::both(&values);
        assert_eq!(flat_cotangent(&either.zero_cotangent()).len(), 11);
        let (_, bar) = hidden::total::value_and_grad(&forest);
        assert_eq!(flat_cotangent(&bar), [3.0 * 3.0, 9.0, 9.0, 9.0, 0.0, 0.0, 19.0]);
    }

    /// Outlives everything, so its shape may be made of the type itself.
    #[derive(Differentiable)]
    enum Owned<T: 'static> {
        Value(T),
        Children(Children<Owned<T>>),
    }

    #[test]
    fn types_that_outlive_everything_may_recurse_anywhere() {
        laws(Owned::Children(Children(vec![Owned::Value([1.0, 2.0])])));
    }

    /// A list whose depth is its length.
    #[derive(Differentiable)]
    struct List {
        head: f64,
        tail: Option<Box<List>>,
    }

    #[test]
    fn a_list_may_be_as_deep_as_the_stack() {
        let deep = |stack: usize| {
            std::thread::Builder::new()
                .stack_size(stack)
                .spawn(|| {
                    let mut list = List { head: 0.0, tail: None };
                    for i in 1..10_000 {
                        list = List {
                            head: f64::from(i),
                            tail: Some(Box::new(list)),
                        };
                    }
                    let zero = laws(list);
                    assert_eq!(flat_cotangent(&zero).len(), 10_000);
                })
                .expect("a thread")
                .join()
                .expect("deep lists work");
        };
        // Debug builds take less than 400 bytes per element, four times what dropping the list takes.
        deep(8 << 20);
    }
}

mod generics {
    use super::*;
    use std::ops::Add;

    /// Bounds of its own, a default, and parameters that the cotangent does not have.
    #[derive(Clone, Differentiable)]
    struct Network<'a, T, F, U, const N: usize, const M: usize = 2>
    where
        T: Copy + Add<Output = T> + Into<U>,
        F: Fn(T) -> T,
    {
        weights: [Vec<T>; N],
        input: &'a [T],
        sizes: [usize; M],
        #[no_diff]
        activation: F,
        marker: PhantomData<U>,
    }

    #[test]
    fn a_cotangent_has_the_parameters_that_its_fields_need() {
        let input = vec![1.0_f32, 2.0];
        let network: Network<'_, f32, _, f64, 2> = Network {
            weights: [vec![1.0], vec![2.0, 3.0]],
            input: &input,
            sizes: [1, 2],
            activation: |x: f32| x,
            marker: PhantomData,
        };
        let zero: NetworkCotangent<f32, 2> = network.zero_cotangent();
        drop(network);
        drop(input);
        assert_eq!(zero.weights, [vec![0.0], vec![0.0; 2]]);
        assert_eq!(zero.input, [0.0; 2]);
        let ((), ()) = (zero.activation, zero.marker);
    }

    #[derive(Clone, Differentiable)]
    struct Outer<T = f64, D: Dimension = Ix1> {
        inner: Vec<Inner<T>>,
        array: Array<f64, D>,
    }

    #[derive(Clone, Differentiable)]
    struct Inner<T> {
        value: T,
        rest: Option<(T, [T; 2])>,
    }

    #[test]
    fn generic_types_nest() {
        let outer = Outer {
            inner: vec![Inner {
                value: vec![1.0, 2.0],
                rest: None,
            }],
            array: arr1(&[3.0]),
        };
        let zero = laws(outer);
        assert_eq!(zero.inner[0].value, [0.0; 2]);
        assert_eq!(zero.inner[0].rest, None);
    }

    /// A parameter that is no type with a derivative, only what one comes from.
    trait Family {
        type Scalar;
    }
    #[derive(Clone, Copy)]
    struct Double;
    impl Family for Double {
        type Scalar = f64;
    }
    #[derive(Differentiable)]
    struct Associated<F: Family> {
        value: F::Scalar,
        more: Vec<<F as Family>::Scalar>,
    }

    #[test]
    fn associated_types_are_fields() {
        let zero = laws(Associated::<Double> {
            value: 1.0,
            more: vec![2.0],
        });
        assert_eq!((zero.value, zero.more), (0.0, vec![0.0]));
    }

    /// Fields of any float, known only by its bound.
    #[derive(Differentiable)]
    struct Layer<T: rt::Scalar> {
        w: Array2<T>,
        b: Array1<T>,
        c: T,
        d: Inner<T>,
    }

    /// A function that knows no more than that.
    fn descend<T: rt::Scalar>(layer: &mut Layer<T>, along: &LayerCotangent<T>) {
        layer.add_scaled(-1.0, along);
    }

    #[test]
    fn arrays_of_a_generic_float() {
        let mut layer = Layer {
            w: arr2(&[[1.0_f32]]),
            b: arr1(&[2.0]),
            c: 3.0,
            d: Inner { value: 4.0, rest: None },
        };
        let mut along = layer.zero_cotangent();
        along.b[0] = 0.5;
        descend(&mut layer, &along);
        assert_eq!((layer.w[[0, 0]], layer.b[0]), (1.0, 1.5));
        laws(layer);
    }

    /// Borrowed values, also in containers and in other borrowed types.
    #[derive(Clone, Differentiable)]
    struct Borrowed<'a, 'b: 'a> {
        name: &'a str,
        list: Vec<&'a f64>,
        model: &'b Model,
        lists: &'a [&'b [f64]],
        inner: Option<View<'a>>,
    }

    #[derive(Clone, Differentiable)]
    struct View<'v>(&'v [f64], &'v f64);

    #[test]
    fn cotangents_borrow_nothing() {
        let zero: BorrowedCotangent = {
            let (x, m, list) = (1.0, model(), vec![1.0, 2.0]);
            let borrowed = Borrowed {
                name: "x",
                list: vec![&x, &x],
                model: &m,
                lists: &[&list, &list],
                inner: Some(View(&list, &x)),
            };
            let shape = rt::witness(&borrowed);
            assert_eq!(flat(&borrowed).len(), flat_cotangent(&shape.zero()).len());
            shape.zero()
        };
        assert_eq!(zero.list, [0.0; 2]);
        assert_eq!(zero.lists, [[0.0; 2], [0.0; 2]]);
        assert_eq!(zero.model.w.len(), 2);
        assert_eq!(zero.inner, Some(ViewCotangent(vec![0.0; 2], 0.0)));
    }

    /// A type that is differentiable whatever its parameter is, which the bound says.
    #[derive(Clone, Differentiable)]
    struct Length<U> {
        value: f64,
        unit: PhantomData<U>,
    }
    #[derive(Clone, Copy)]
    struct Metres;
    #[derive(Clone, Differentiable)]
    struct Journey<U>
    where
        Length<U>: Differentiable,
    {
        legs: Vec<Length<U>>,
    }
    #[derive(Clone, Differentiable)]
    struct Grid<D: Dimension> {
        outer: Outer<f32, D>,
    }

    #[test]
    fn parameters_need_not_be_differentiable() {
        let leg = Length {
            value: 1.0,
            unit: PhantomData::<Metres>,
        };
        assert_eq!(laws(Journey { legs: vec![leg] }).legs[0].value, 0.0);
        let outer = Outer {
            inner: vec![],
            array: arr2(&[[1.0]]),
        };
        assert_eq!(laws(Grid { outer }).outer.array.dim(), (1, 1));
    }

    /// Constants alone.
    #[derive(Clone, Copy, Differentiable)]
    struct Polynomial<const N: usize> {
        coefficients: [f64; N],
    }

    /// A constant as the argument of another type.
    #[derive(Clone, Copy, Differentiable)]
    struct Curve<const N: usize, const M: usize> {
        along: Polynomial<N>,
        across: Polynomial<M>,
    }

    #[test]
    fn constants_are_parameters_too() {
        let zero: PolynomialCotangent<3> = laws(Polynomial {
            coefficients: [1.0, 2.0, 3.0],
        });
        assert_eq!(zero.coefficients, [0.0; 3]);
        assert_eq!(size_of::<<Polynomial<3> as Differentiable>::Shape>(), 0);
        let zero: CurveCotangent<1, 2> = laws(Curve {
            along: Polynomial { coefficients: [1.0] },
            across: Polynomial {
                coefficients: [2.0, 3.0],
            },
        });
        assert_eq!(zero.across.coefficients, [0.0; 2]);
    }
}

/// Types with awkward names.
mod names {
    use super::*;

    /// The names that emitted code has for its own.
    #[allow(non_camel_case_types)]
    #[derive(Differentiable)]
    struct S<S2, T> {
        alpha: S2,
        out: T,
        value: f64,
        epsilon: f64,
        flat: f64,
        other: f64,
        f: f64,
    }

    /// The user's own type of the shape's name, in a field and beside.
    #[derive(Differentiable)]
    struct TensorShape(f64);
    #[derive(Differentiable)]
    struct Tensor(TensorShape);

    #[derive(Differentiable)]
    struct Clashes {
        some: r#type::Type,
    }
    mod r#type {
        use pullback::Differentiable;
        #[derive(Differentiable)]
        pub(super) struct Type(pub(super) f64);
        #[allow(non_camel_case_types)]
        #[derive(Differentiable)]
        pub(super) enum r#enum {
            r#fn(f64),
        }
    }

    #[test]
    fn names_do_not_clash() {
        laws(S {
            alpha: 1.0,
            out: 2.0,
            value: 3.0,
            epsilon: 4.0,
            flat: 5.0,
            other: 6.0,
            f: 7.0,
        });
        laws(Tensor(TensorShape(1.0)));
        laws(Clashes {
            some: r#type::Type(1.0),
        });
        let zero = laws(r#type::r#enum::r#fn(1.0));
        assert_eq!(format!("{zero:?}"), "fn(0.0)");
    }

    #[test]
    fn types_can_be_defined_in_functions() {
        #[derive(Differentiable)]
        struct Local<'a>(&'a f64);
        assert_eq!(Local(&1.0).zero_cotangent(), LocalCotangent(0.0));
    }
}
