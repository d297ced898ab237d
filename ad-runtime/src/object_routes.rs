//! The routes of methods that give references, where they are called on a trait object: which types they lead between, only the
//! implementor knows.

use crate::cotangent::Cotangent;
use crate::object_sweeps::{Object, SweepsOf};
use crate::objects::{AnyCotangent, DynCotangent, Erased};
use crate::routes::{Route, UNKNOWN};
use std::any::{Any, TypeId, type_name};
use std::cell::RefCell;
use std::collections::HashMap;
use std::marker::PhantomData;
use std::rc::Rc;

/// A route from a trait object to a `V`, and from its cotangent to a `W`.
///
/// The implementor's own routes are in a box that all items of an iterator share; a clone costs no memory.
pub struct ObjectRoute<V: ?Sized, W: ?Sized> {
    routes: Rc<dyn Between<V, W>>,
    number: usize,
}

impl<V: ?Sized, W: ?Sized> Clone for ObjectRoute<V, W> {
    fn clone(&self) -> Self {
        ObjectRoute {
            routes: Rc::clone(&self.routes),
            number: self.number,
        }
    }
}

/// Routes whose ends alone are known.
trait Between<V: ?Sized, W: ?Sized> {
    fn of<'v>(&self, number: usize, object: &'v dyn Any) -> &'v V;
    /// The place that an implementor which borrows has found by its routes.
    fn found<'v>(&self, number: usize, find: &dyn Fn(&dyn Any, usize) -> Option<&'v dyn Any>) -> &'v V;
    fn bar<'b>(&self, number: usize, bar: &'b dyn AnyCotangent) -> &'b W;
    fn bar_mut<'b>(&self, number: usize, bar: &'b mut dyn AnyCotangent) -> &'b mut W;
}

/// The routes of an implementor `O`: a list or an array.
struct Known<O, C, S> {
    routes: S,
    from: PhantomData<fn(&O, &C)>,
}

const ANOTHER: &str = "a route through an object leads from the one whose method chose the place";

macro_rules! between {
    ($([$($size:tt)*] $Routes:ty;)*) => {$(
        impl<O: Any, C: Cotangent + 'static, R: Route<O, C>, $($size)*> Between<R::Value, R::Bar> for Known<O, C, $Routes> {
            fn of<'v>(&self, number: usize, object: &'v dyn Any) -> &'v R::Value {
                self.routes[number].of(object.downcast_ref().expect(ANOTHER))
            }

            fn found<'v>(&self, _: usize, _: &dyn Fn(&dyn Any, usize) -> Option<&'v dyn Any>) -> &'v R::Value {
                panic!("{ANOTHER}")
            }

            fn bar<'b>(&self, number: usize, bar: &'b dyn AnyCotangent) -> &'b R::Bar {
                self.routes[number].bar(crate::objects::find(bar).unwrap_or_else(|| another::<C>(bar)))
            }

            fn bar_mut<'b>(&self, number: usize, bar: &'b mut dyn AnyCotangent) -> &'b mut R::Bar {
                self.routes[number].bar_mut(crate::objects::lent_as(Some(bar)).expect("it is there"))
            }
        }
    )*};
}

between! {
    [] Vec<R>;
    [] [R; 1];
}

/// The boxes of single routes that this thread has made, of one type.
struct Kept<K> {
    boxes: Vec<Rc<K>>,
    next: usize,
}

/// So many boxes of a type are kept.
const MOST: usize = 4096;

/// So many are looked at for one that is not in use.
const LOOKS: usize = 4;

thread_local! {
    /// By the types of their contents, [`Kept`] boxes. A route is asked for where no workspace is at hand.
    static KEPT: RefCell<HashMap<TypeId, Box<dyn Any>>> = RefCell::default();
}

/// What is given, in a box that was used before, if one of this thread's is free.
fn shared<K: 'static>(content: K) -> Rc<K> {
    let mut content = Some(content);
    let again = |kept: &RefCell<HashMap<TypeId, Box<dyn Any>>>| -> Option<Rc<K>> {
        let mut kept = kept.borrow_mut();
        let none = || -> Box<dyn Any> {
            Box::new(Kept::<K> {
                boxes: Vec::new(),
                next: 0,
            })
        };
        let of_type = kept.entry(TypeId::of::<K>()).or_insert_with(none);
        let Kept { boxes, next } = of_type.downcast_mut::<Kept<K>>()?;
        // Those in use have mostly been asked for one after the other, and are given back together.
        for look in 0..LOOKS.min(boxes.len()) {
            let at = (*next + look) % boxes.len();
            if let Some(free) = Rc::get_mut(&mut boxes[at]) {
                *free = content.take()?;
                *next = (at + 1) % boxes.len();
                return Some(Rc::clone(&boxes[at]));
            }
        }
        let made = Rc::new(content.take()?);
        if boxes.len() < MOST {
            boxes.push(Rc::clone(&made));
        }
        Some(made)
    };
    // Where the thread ends, nothing is kept any more.
    let kept = KEPT.try_with(again).ok().flatten();
    kept.unwrap_or_else(|| Rc::new(content.expect("it has not been put into a box")))
}

/// The routes of an implementor that borrows. The routes themselves do not, and `C` is owned; only the implementor knows its own type.
struct OfABorrower<C, R, V, W: ?Sized> {
    routes: Vec<R>,
    bar: for<'b> fn(&R, &'b C) -> &'b W,
    bar_mut: for<'b> fn(&R, &'b mut C) -> &'b mut W,
    to: PhantomData<fn() -> V>,
}

impl<C, R, V, W> Between<V, W> for OfABorrower<C, R, V, W>
where
    C: Cotangent + 'static,
    R: 'static,
    V: 'static,
    W: ?Sized + 'static,
{
    fn of<'v>(&self, _: usize, _: &'v dyn Any) -> &'v V {
        panic!("{ANOTHER}")
    }

    fn found<'v>(&self, number: usize, find: &dyn Fn(&dyn Any, usize) -> Option<&'v dyn Any>) -> &'v V {
        let place = find(&self.routes, number).expect(ANOTHER);
        place.downcast_ref().expect(ANOTHER)
    }

    fn bar<'b>(&self, number: usize, bar: &'b dyn AnyCotangent) -> &'b W {
        let bar = crate::objects::find(bar).unwrap_or_else(|| another::<C>(bar));
        (self.bar)(&self.routes[number], bar)
    }

    fn bar_mut<'b>(&self, number: usize, bar: &'b mut dyn AnyCotangent) -> &'b mut W {
        let bar = crate::objects::lent_as(Some(bar)).expect("it is there");
        (self.bar_mut)(&self.routes[number], bar)
    }
}

/// What finds the places of an object that borrows, whatever methods gave the routes.
pub trait Places<'x> {
    /// The place to which the `number`th of these routes leads, if a method of the object's gave them.
    fn place(&self, routes: &dyn Any, number: usize) -> Option<&'x dyn Any>;
}

/// The place to which the `number`th of these routes leads, if they are of the type that a method of the implementor's gives.
///
/// ```
/// use ad_runtime::{place_by, route};
///
/// let first = |_: &Vec<f64>| vec![route::<Vec<f64>, f64, Vec<f64>, f64, _, _, _>(|v| &v[0], |bar| &bar[0], |bar| &mut bar[0])];
/// let (v, routes) = (vec![3.0], first(&vec![]));
/// let place = place_by::<Vec<f64>, Vec<f64>, _>(&v, first, &routes, 0).unwrap();
/// assert_eq!(place.downcast_ref(), Some(&3.0));
/// ```
pub fn place_by<'x, O, C, R>(
    implementor: &'x O,
    _: impl Fn(&O) -> Vec<R>,
    routes: &dyn Any,
    number: usize,
) -> Option<&'x dyn Any>
where
    R: Route<O, C, Value: Sized + 'static> + 'static,
{
    let routes: &Vec<R> = routes.downcast_ref()?;
    let place: &'x R::Value = routes[number].of(implementor);
    Some(place)
}

/// The routes to the items that an iterator of an implementor which borrows gives, as those of an object.
///
/// ```
/// use ad_runtime::{borrowers_routes, route};
///
/// let first = route::<Vec<f64>, f64, Vec<f64>, f64, _, _, _>(|v| &v[0], |bar| &bar[0], |bar| &mut bar[0]);
/// assert_eq!(borrowers_routes::<Vec<f64>, Vec<f64>, _>(vec![first, first]).len(), 2);
/// ```
pub fn borrowers_routes<O, C, R>(routes: Vec<R>) -> Vec<ObjectRoute<R::Value, R::Bar>>
where
    C: Cotangent + 'static,
    R: Route<O, C, Value: Sized + 'static, Bar: 'static> + 'static,
{
    let count = routes.len();
    let routes: Rc<dyn Between<R::Value, R::Bar>> = Rc::new(OfABorrower::<C, R, R::Value, R::Bar> {
        routes,
        bar: bar_of::<O, C, R>,
        bar_mut: bar_mut_of::<O, C, R>,
        to: PhantomData,
    });
    let route = |number| ObjectRoute {
        routes: Rc::clone(&routes),
        number,
    };
    (0..count).map(route).collect()
}

fn bar_of<'b, O, C, R: Route<O, C>>(route: &R, bar: &'b C) -> &'b R::Bar {
    route.bar(bar)
}

fn bar_mut_of<'b, O, C, R: Route<O, C>>(route: &R, bar: &'b mut C) -> &'b mut R::Bar {
    route.bar_mut(bar)
}

fn another<C>(bar: &dyn AnyCotangent) -> ! {
    panic!("the buffer of a cotangent `{}` is a `{}`", type_name::<C>(), bar.name())
}

/// An implementor's routes to the items that an iterator gives, as those of an object.
///
/// ```
/// use ad_runtime::{object_routes, route};
///
/// let first = route::<Vec<f64>, f64, Vec<f64>, f64, _, _, _>(|v| &v[0], |bar| &bar[0], |bar| &mut bar[0]);
/// assert_eq!(object_routes::<Vec<f64>, Vec<f64>, _>(vec![first, first]).len(), 2);
/// ```
pub fn object_routes<O, C, R>(routes: Vec<R>) -> Vec<ObjectRoute<R::Value, R::Bar>>
where
    O: Any,
    C: Cotangent + 'static,
    R: Route<O, C> + 'static,
{
    let count = routes.len();
    let from = PhantomData;
    let routes: Rc<dyn Between<R::Value, R::Bar>> = Rc::new(Known::<O, C, Vec<R>> { routes, from });
    let route = |number| ObjectRoute {
        routes: Rc::clone(&routes),
        number,
    };
    (0..count).map(route).collect()
}

/// An implementor's route, as that of an object.
///
/// ```
/// use ad_runtime::{object_route, route};
///
/// let first = route::<Vec<f64>, f64, Vec<f64>, f64, _, _, _>(|v| &v[0], |bar| &bar[0], |bar| &mut bar[0]);
/// let _again = object_route::<Vec<f64>, Vec<f64>, _>(first).clone();
/// ```
pub fn object_route<O, C, R>(route: R) -> ObjectRoute<R::Value, R::Bar>
where
    O: Any,
    C: Cotangent + 'static,
    R: Route<O, C> + 'static,
{
    ObjectRoute {
        routes: shared(Known::<O, C, [R; 1]> {
            routes: [route],
            from: PhantomData,
        }),
        number: 0,
    }
}

/// What is lent of the cotangent of an object, or of a box of one.
///
/// ```
/// use ad_runtime::{DynCotangent, OfAnObject};
///
/// let mut bar = DynCotangent::new(1.0);
/// bar.of_any_mut().multiply(2.0);
/// assert_eq!(bar, DynCotangent::new(2.0));
/// ```
pub trait OfAnObject {
    /// The cotangent of whatever type.
    fn of_any(&self) -> &dyn AnyCotangent;

    /// The same, to be written.
    fn of_any_mut(&mut self) -> &mut (dyn AnyCotangent + 'static);
}

impl OfAnObject for dyn AnyCotangent {
    fn of_any(&self) -> &dyn AnyCotangent {
        self
    }

    fn of_any_mut(&mut self) -> &mut (dyn AnyCotangent + 'static) {
        self
    }
}

impl OfAnObject for DynCotangent {
    fn of_any(&self) -> &dyn AnyCotangent {
        &**self
    }

    fn of_any_mut(&mut self) -> &mut (dyn AnyCotangent + 'static) {
        &mut **self
    }
}

/// The functions of [`Route`], each for whatever leads to the object: one route serves a `&dyn Array` and a `&Box<dyn Array>`.
impl<V: ?Sized, W: ?Sized> ObjectRoute<V, W> {
    /// What the reference points to, in the object.
    ///
    /// # Panics
    /// If it is of another type than the one whose method chose the place.
    pub fn of<'v, A: Object + ?Sized>(&self, object: &'v A) -> &'v V {
        match object.sweeps() {
            SweepsOf::Itself(sweeps) => self.routes.of(self.number, sweeps.implementor().expect(ANOTHER)),
            SweepsOf::Borrower(sweeps) => {
                let find = |routes: &dyn Any, number| sweeps.place(routes, number);
                self.routes.found(self.number, &find)
            }
        }
    }

    /// The same place in the object's cotangent.
    ///
    /// # Panics
    /// If it is that of another type.
    pub fn bar<'b, B: OfAnObject + ?Sized>(&self, bar: &'b B) -> &'b W {
        self.routes.bar(self.number, bar.of_any())
    }

    /// The same place in the object's cotangent, to be added to.
    ///
    /// # Panics
    /// If it is that of another type.
    pub fn bar_mut<'b, B: OfAnObject + ?Sized>(&self, bar: &'b mut B) -> &'b mut W {
        self.routes.bar_mut(self.number, bar.of_any_mut())
    }
}

/// The functions of [`ObjectRoute`], of one that is known on one way through the function only.
///
/// ```
/// use ad_runtime::{DynCotangent, RouteOfAWay, object_route, route};
///
/// let first = route::<Vec<f64>, f64, Vec<f64>, f64, _, _, _>(|v| &v[0], |bar| &bar[0], |bar| &mut bar[0]);
/// let way = Some(object_route::<Vec<f64>, Vec<f64>, _>(first));
/// let mut bar = DynCotangent::new(vec![1.0]);
/// *way.bar_mut(&mut bar) += 2.0;
/// assert_eq!(*way.bar(&bar), 3.0);
/// ```
pub trait RouteOfAWay<V: ?Sized, W: ?Sized> {
    /// What the reference points to, in the object.
    fn of<'v, A: Object + ?Sized>(&self, object: &'v A) -> &'v V;

    /// The same place in the object's cotangent.
    fn bar<'b, B: OfAnObject + ?Sized>(&self, bar: &'b B) -> &'b W;

    /// The same place in the object's cotangent, to be added to.
    fn bar_mut<'b, B: OfAnObject + ?Sized>(&self, bar: &'b mut B) -> &'b mut W;
}

impl<V: ?Sized, W: ?Sized> RouteOfAWay<V, W> for Option<ObjectRoute<V, W>> {
    fn of<'v, A: Object + ?Sized>(&self, object: &'v A) -> &'v V {
        self.as_ref().expect(UNKNOWN).of(object)
    }

    fn bar<'b, B: OfAnObject + ?Sized>(&self, bar: &'b B) -> &'b W {
        self.as_ref().expect(UNKNOWN).bar(bar)
    }

    fn bar_mut<'b, B: OfAnObject + ?Sized>(&self, bar: &'b mut B) -> &'b mut W {
        self.as_ref().expect(UNKNOWN).bar_mut(bar)
    }
}
