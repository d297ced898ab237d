//! What code compiled by `pullback` links against.
//!
//! The compiler knows a program's structure and leaves its types to rustc: wherever a type is unknown to it, it emits a call
//! of one of the functions here, and trait resolution finds the derivative. Users see this crate as `pullback::rt`; what they
//! need of it (`Differentiable`, `Cotangent`, `Workspace`) the facade re-exports.
//!
//! - What a value's derivative looks like: [`Differentiable`], [`Cotangent`], [`Witness`], and [`Inactive`] for values
//!   without one.
//! - Derivatives of scalar functions that are more than arithmetic: [`times`], [`over`], [`max_share`] and the like.
//! - Adjoints of operators on types unknown to the compiler: [`AddAdjoint`], [`MulAdjoint`] and the like.
//! - Adjoints of ndarray's methods: [`sum_adjoint`], [`DotAdjoint`], [`mapv_adjoint`].
//! - What the forward sweep saves: [`Workspace`], [`Branch`].
//! - Jacobians: [`Outputs`], [`lanes`].
//! - The comparison with differences behind `check_grad!`: [`check`](fn@check).
//!
//! An exactly zero cotangent contributes exactly zero everywhere, also where a derivative is infinite or NaN.

// What a graphics processor needs is in `cuda/driver.rs`, which says why it is sound.
#![cfg_attr(not(feature = "cuda"), forbid(unsafe_code))]
#![deny(missing_docs)]

mod array_growth;
mod array_methods;
mod array_moments;
mod array_operators;
mod array_products;
mod array_shapes;
mod arrays;
mod auxiliary;
mod boxes;
mod called;
mod callees;
mod captures;
mod check;
mod check_call;
mod cloned;
#[cfg(feature = "num-complex")]
mod complex;
mod componentwise;
mod conversions;
mod cotangent;
#[cfg(feature = "cuda")]
mod cuda;
mod deques;
mod device_code;
mod differentiable;
mod draws;
#[cfg(feature = "either")]
mod either;
mod element;
mod element_index;
mod expressions;
mod fitting;
mod flat;
mod float_ranges;
pub mod floats;
mod folds;
mod foreign;
mod found;
mod functions;
mod gathered;
pub mod given;
#[cfg(feature = "glam")]
mod glam;
mod heaps;
#[cfg(feature = "hyperdual")]
mod hyperdual;
mod inactive;
#[cfg(feature = "indexmap")]
mod indexmap;
#[cfg(any(feature = "arrayvec", feature = "smallvec"))]
mod inline_lists;
mod insertions;
mod integers;
mod iterators;
mod jacobian;
mod joins;
mod kept;
mod keys;
pub mod lanes;
mod lasting;
mod late_drops;
mod later;
mod list_bars;
mod list_methods;
mod mapping;
mod maps;
mod marks;
#[doc(hidden)]
pub mod methods_of_slices;
mod missing;
mod moved_receivers;
#[cfg(feature = "nalgebra")]
mod nalgebra;
mod statics;
/// What compiled code names of nalgebra, where a function takes matrices of any storage.
#[cfg(feature = "nalgebra")]
pub mod matrices {
    pub use crate::nalgebra::Elements;
    pub use ::nalgebra::allocator::Allocator;
    pub use ::nalgebra::storage::Owned;
    pub use ::nalgebra::{DefaultAllocator, OMatrix, U1};
}
/// nalgebra's functions of two points: compiled code compares those that are called with these.
#[cfg(feature = "nalgebra")]
pub mod of_two_points {
    pub use ::nalgebra::{center, distance, distance_squared};
}
#[cfg(feature = "argmin")]
pub mod argmin;
#[cfg(any(feature = "rand_distr04", feature = "rand_distr05", feature = "rand_distr06"))]
mod normals;
mod number_methods;
mod numbers;
mod object_routes;
mod object_sweeps;
mod objects;
mod operators;
pub mod optim;
mod option_methods;
mod order;
mod payload;
mod pointees;
mod proven;
mod put;
mod real;
mod receivers;
mod routes;
mod rules;
mod scalar;
mod selection;
mod sets;
mod slices;
mod slopes;
mod slot;
mod storage;
mod strips;
mod sweep;
mod taken_for;
mod tangents;
mod tapes;
#[cfg(feature = "tensor")]
pub mod tensor;
mod texts;
mod through;
pub mod twins;
mod unassigned;
mod unmarked;
mod views;
#[cfg(feature = "weights")]
pub mod weights;
mod witness;
mod workspace;

/// The emitted code finds std here: a crate that is `no_std` has no `::std`.
#[doc(hidden)]
pub use ::std;

#[cfg(feature = "nalgebra")]
pub use crate::nalgebra::{Extent, IsometryBar, PartOf, PartOfMut, PartRoute, PartRoutes, Parting, overwrite_part};
pub use array_growth::{ArrayGrowth, MatrixGrowth};
pub use array_methods::ArrayMethods;
pub use array_moments::{ArrayMoments, Moments};
pub use array_operators::ArrayOperators;
pub use array_products::ArrayProducts;
pub use array_shapes::{ArrayOrders, ArrayReshapes, ArrayShapes};
pub use arrays::{DotAdjoint, dot_left, dot_right, dot_tangent, mapv_adjoint, sum_adjoint, sum_tangent};
pub use auxiliary::Aux;
pub use boxes::Boxed;
pub use called::{
    AsMany, NotAsMany, TakesOption, argument_like, argument_of, expect_beside, expect_path, option_argument, path_of,
    stands_beside,
};
pub use callees::{HasDerivative, ThisFunction};
pub use captures::{
    Buffered, Captures, FunctionValue, Inner, Lent, LentBars, NamedFunction, Shared, StillShared, StillWritten,
    Written, ZeroBuffer, bars, inner, lent_again, refs, shared, still_shared, still_written, written,
};
pub use check::{ArgumentReport, Mismatch, Place, Problem, Report, check};
pub use check_call::{Ask, Beside, Fixed, Moved, Probes, check_call, flatten, put_cotangent, put_tangent, seeded};
pub use cloned::{Cloned, OtherClone};
pub use componentwise::{
    AbsoluteValue, AbsoluteValueMethods, Componentwise, ComponentwiseMethods, Midpoint, abs, max, midpoint, min,
};
pub use conversions::{
    Converted, Convertible, ConvertsBack, ConvertsTo, ConvertsToNumber, agreed, convert_like, converted,
};
pub use cotangent::{
    Absorb, Contribution, Cotangent, GoesOver, accumulate, accumulate_own, accumulate_where, add_slope, duplicate,
    follow, go_over, numbers_of, total,
};
pub use deques::DequeMethods;
pub use device_code::{AsDeviceNumber, DeviceCode, DeviceNumber, OnDevices, device_number, on_devices};
pub use differentiable::{Differentiable, Many, copy, shape_unless};
#[cfg(feature = "rand08")]
pub use draws::{Draws08, Version08};
#[cfg(feature = "rand09")]
pub use draws::{Draws09, Version09};
#[cfg(feature = "rand010")]
pub use draws::{Draws010, Version010};
pub use draws::{Ends, ranged};
#[cfg(any(feature = "rand08", feature = "rand09", feature = "rand010"))]
pub use draws::{ShuffleMethods, Shuffles};
pub use element::Element;
pub use element_index::{
    ElementIndex, ElementNumber, Elements, HasElements, ListOfElements, Numbering, OtherElements, elements,
};
pub use fitting::{SeedShape, check_buffer, check_buffer_of_array, check_buffer_of_list, seed_shape};
pub use flat::{Flat, FlatRoute, Flattening};
pub use float_ranges::FloatRange;
pub use folds::{AddsUp, Fold, Folded, Products, Sums, folded};
#[doc(hidden)]
pub use foreign::NoSource;
pub use foreign::{FromValue, IntoValue, TryFromValue, into_value, methods, projections, try_into_value};
pub use found::{
    Alike, AnObject, At, Both, ByEither, ByMove, ByMut, ByRef, ByTake, Chain, Differ, Expected, Hop, IsExpected,
    Nothing, OfTheTrait, OfTheType, OfValue, StandsFor, Takes, Tied, Unseen, Unsized, UnsizedMut, argument, at,
    both_alike, expected,
};
pub use functions::{Function, Functions, OfTrait, Unmarked, as_it_stands, inherited, undefined};
pub use gathered::{Gathered, gathered};
#[cfg(feature = "glam")]
pub use glam::{Components, IntegersBar2, IntegersBar3, IntegersBar4};
pub use heaps::{HeapMethods, HeapRoutes};
pub use inactive::{
    CastKeepsDerivative, CastNumber, CastOfFloat, CastOfOther, CastOther, Constant, ConstantCast, Inactive,
    NoDiffParameter, constant, constant_cast, inactive, keeps_derivative,
};
pub use insertions::{Insert, InsertAdjoint, insert};
pub use integers::{Counted, IntegerMethods, counted};
pub use iterators::{GoesByNumber, MadeOfItems, all_taken, goes_by_number, iterated};
pub use jacobian::{
    Outputs, WIDTH, columns, columns_in_lanes, inputs, matrix, row, rows, rows_in_lanes, rows_of_list,
    rows_of_list_in_lanes, rows_of_list_of_one_run, rows_of_one_run, seeds,
};
pub use joins::{
    concatenate_1, concatenate_2, concatenate_3, concatenate_4, concatenate_5, concatenate_6, stack_1, stack_2,
    stack_3, stack_4, stack_5, stack_6,
};
pub use kept::{
    Arguments, Kept, KeptFunction, KeptPullback, Signature, call_kept_1, call_kept_2, call_kept_3, call_kept_4,
};
pub use keys::{Keys, key_again};
pub use lasting::OnType;
pub use late_drops::{Borrows, FreesMemory, Retained, RetainedBorrow, RetainedGuard, RetainedMemory, RetainedValue};
pub use later::{Fills, Later, is_float, later, of_type};
pub use list_bars::{PopBar, PushBar, UnpermuteBar, pop_bar, pop_parts, push_bar, unpermute_bar};
pub use list_methods::ListMethods;
pub use mapping::{MapMethods, Mapped, MappedItems, Mapping};
pub use maps::{Entries, KeyRoute, Keyed, Map, key, keys, no_key, own_key, remove};
pub use marks::{
    Behind, Blank, Blanked, Lend, MarkedNoDiff, NoSink, NotSeen, Overwritten, Pointed, Pointer, Seen, Sink, blank,
    blank_mut, taken,
};
pub use missing::{MissingDerivative, NotAsked, OfAnotherResult, Rejected, missing_derivative};
pub use moved_receivers::{LentReceiver, OfReceived, Offer, OfferNothing, give_to_receiver, kind, received};
#[doc(hidden)]
pub use ndarray;
pub use number_methods::NumberMethods;
pub use numbers::{Float, Leaf, Numbers, Outline};
pub use object_routes::{
    ObjectRoute, OfAnObject, Places, RouteOfAWay, borrowers_routes, object_route, object_routes, place_by,
};
pub use object_sweeps::{Object, OfBorrower, SweepsAt, SweepsOf, not_an_object, not_of_a_borrower};
pub use objects::{
    AnyCotangent, BoxCotangent, DynCotangent, DynShape, Erased, ObjectsHaveTangents, box_of, lent_as, tangent_as,
};
pub use operators::{
    AddAdjoint, AddEq, AddKept, ArrayOperand, ArrayOperands, AssignAdjoint, AssignKept, ByReference, ByValue, Changed,
    ConstantOperand, CopiedOperands, DivAdjoint, DivEq, Form, KeptCopies, Lives, Marked, MarkedCopies, Minus, Modulo,
    MulAdjoint, MulEq, NegAdjoint, NegKept, Negative, Operand, Operands, OperatorPairs, OperatorSweeps, Other,
    OtherCopies, OtherOperand, OtherOperands, OtherViewOperand, OtherViewOperands, Over, OwningOperands, PlainAssign,
    Plus, ReadForm, RemAdjoint, RemEq, RunsAgain, RunsOnce, SubAdjoint, SubEq, SubKept, Times, ValueForm, ViewOperand,
    ViewOperands, Way, add_assigned, add_keep, add_left, add_right, add_tangent, assign_keep, assign_left,
    assign_right, assign_tangent, div_assigned, div_left, div_right, div_tangent, mul_assigned, mul_left, mul_right,
    mul_tangent, neg_adjoint, neg_keep, neg_tangent, operand, operands, operate_pair, rem_assigned, rem_left,
    rem_right, rem_tangent, sub_assigned, sub_keep, sub_left, sub_right, sub_tangent, view_operand, view_operands,
};
pub use option_methods::OptionMethods;
pub use order::{
    Backwards, Bits, Order, Rearrangement, RotatedLeft, RotatedRight, TurnedRound, deduplicated, deduplicated_by,
    deduplicated_by_key, order_after, order_by, order_by_cached_key, order_by_key, permute, retained, unpermute,
};
pub use payload::{
    Attempt, Checked, EitherPayload, ErrorCotangent, ErrorPayload, Failing, Failure, Fallible, Payload, Rewrap,
    attempted, broken_off, broken_off_by, failed, failure, passed, rewrap, some, succeeded,
};
pub use pointees::{AsObject, AsValue, Pointee, Pointing};
pub use proven::{CarriesDerivative, CotangentOf, ObjectCarriesDerivative, Proof, ProofOf, Proven, compiles};
pub use put::{Follow, FollowOther, Hold, HoldOther, Put, PutOther, Taken, TakenOther};
pub use real::{Numeric, Real, empty_sum, one};
pub use receivers::{Direct, PartOfShared, PartOfWritable, Receiver, receiver};
pub use routes::{
    CopyBehind, Given, GivenByValue, IndexHasDerivative, IndexMutRoute, IndexRoute, NotAValue, NotAnOption,
    NotOneValue, Projections, Route, RouteMut, WithoutIndexRoute, given, route, route_mut,
};
pub use rules::{FloatFirst, Rules, ScalarMethods, float_first};
pub use scalar::{
    Castable, Scalar, ScalarResult, alike, cast, cast_along, cast_like, clamp_high_share, clamp_low_share, clamp_share,
    copysign_slope, degrees, joined, ln_2, ln_10, max_share, min_share, over, portion, powi_slope, radians, ratio,
    scaled, seed, sign, times, together, weighted,
};
pub use selection::{Ties, ties};
pub use sets::SetMethods;
pub use slices::{Contiguous, FillMethods, SeenAsSlice, SliceMethods, SliceRoute, Slicing, address, numbered};
pub use slopes::Slopes;
pub use slot::{
    Absent, Copied, Field, FieldAgain, FieldKind, FieldReturned, FieldSlot, HandedAsItIs, HandedField, Keep, LentField,
    MutableReferenceStays, Reaches, Slot, StaysNot, TakenAs, absent, again, as_taken, exchanged, field, field_again,
    handed_field, keep,
};
pub use statics::{Static, statics};
pub use storage::{Holding, Storage, map_elements, room_of};
pub use strips::{Rows, add_strips, clear, clear_strip, strip};
pub use sweep::{
    GoneThrough, Holds, List, Number, NumberOrVector, Numbered, Overwrite, Stepwise, SwapWithin, assembled, at_most,
    at_most_by_key, changed_copy, collected, exceeds, exceeds_by_key, holds, is_there, item_count, items, list,
    no_elements, no_elements_for, number, number_or_vector, only_counts, only_read, passive, passive_items, restore,
    restore_where, scalar, set_aside, snapshot, snapshot_where, split, stepwise, swap_within, try_into_array,
};
pub use taken_for::{
    AllMarked, Asked, Dereferenced, DereferencesTo, IsTheFunction, NeverWrites, NotMarked, OptionOf, OwnedByCopy,
    ResultOf, SameType, WritesAsMarked, WritesMarked, WritesUnmarked, WritesWhereItReads, macros_of_nalgebra,
    macros_of_ndarray, macros_of_std, of_option, of_result, only_asked, owned_by_copy, same_type, the_function,
    writes_marked, writes_to,
};
pub use tangents::{
    FloatOperand, OtherPart, ReceiverTangent, SecondOrder, TangentPart, Unmoved, UnseenPart, boxed_tangent,
    float_operand, hessian, inner_product, mapv_along, mapv_along_adjoint, part_tangent, sum_of_terms,
};
pub use tapes::{Once, Popped, filled, pop, pop_element, put, room, save_row, turn, undo_row, unwind, within};
pub use texts::TextMethods;
pub use through::{Through, through};
pub use unassigned::{Spent, SpentCopy, Unassigned, unassigned};
pub use views::{
    Along, AtIndex, Chunk, Column, Diagonal, Held, Inserted, Permuted, Removed, Reversed, Row, Sliced, Step, ViewRoute,
    Viewed, Viewing, Views, Whole, Window,
};
pub use witness::{
    Witness, WitnessOfLent, Witnessed, let_go, settled, witness, witness_in, witness_of_lent, witness_without, zero,
    zero_in, zero_where,
};
pub use workspace::{
    Branch, CloneOfPiece, End, Height, HeldPullback, NoWitness, OtherEnd, Part, Piece, PieceAlone, Restart, Rewrite,
    Stacked, TypeOfAny, TypeOfField, TypeOfHeld, TypeOfMarked, Uncopied, Workspace, copy_again, copy_of_slice,
    copy_to_write, give_back, hold, hold_apart, keep_copy, part, piece, release, release_like, restart, snapshot_again,
    snapshot_stacked, to_keep, unstack,
};
