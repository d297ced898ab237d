//! The adjoint of a call: it runs the callee's pullback, and lends it the cotangents of what was lent.
//!
//! Input:  `let y, p = call f(&x, z)`
//! Output: `pull p(y_bar; &x x_bar, -> z_bar)`

use crate::adjoint::reverse::Adjoint;
use crate::ir::*;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::located::quote;
use crate::syntax::paths::derivative_name;
use crate::syntax::types::Ty;

/// What stands in the forward sweep for a call whose forward sweep runs again in the reverse sweep.
#[derive(Clone, Copy, PartialEq)]
enum Again {
    /// The call as it was written.
    AsWritten,
    /// The forward sweep here as well: in the sweeps, references have none of the lifetimes that the function itself asks for.
    Sweeps,
}

/// How the cotangents of a call's arguments are had from its pullback.
#[derive(Default)]
struct Flows {
    /// What is lent its own cotangent.
    lent: Vec<Place>,
    /// What is lent a buffer, which is added to its cotangent.
    shared: Vec<(Place, Var)>,
    /// The variables whose cotangents the pullback returns.
    returned: Vec<(Var, Var)>,
    /// The fields whose cotangents it returns.
    parts: Vec<(Place, Var)>,
}

impl Adjoint<'_> {
    pub(super) fn call(&mut self, call: &Call, id: usize) {
        let bar = self.take_bar(call.out);
        if call.inactive {
            return self.undo_inactive(call, id);
        }
        let Some(seed) = self.seed_of(call, bar) else { return };
        let halves = self.halves(&call.args);
        let mut flows = Flows::default();
        let mut args = Vec::new();
        for k in 0..call.args.len() {
            args.push(self.pull_argument(call, k, halves.get(&k).copied(), id, &mut flows));
        }
        let mut fields = call.written.fields.clone();
        if call.kind == CallKind::Itself {
            fields.clear();
        }
        let method = (call.kind == CallKind::Method).then(|| {
            let mut ident = derivative_name(called(call), "differentiable_pull");
            ident.set_span(self.span);
            let arguments = call.forward.path.segments.last().map(|last| last.arguments.clone());
            let arguments = arguments.unwrap_or_default();
            syn::PathSegment { ident, arguments }
        });
        let pullback = match self.again(call) {
            Some(again) => self.run_again(call, id, again),
            None => call.pullback,
        };
        self.emit(StmtKind::Pull(Box::new(Pull {
            pullback,
            method,
            kind: call.kind,
            seed: Some(seed),
            args,
            fields,
            number: call.written.number,
            edits: call.edits(&self.f.ad),
        })));
        self.flow_into_arguments(flows);
    }

    /// A call through which no derivative flows is undone.
    fn undo_inactive(&mut self, call: &Call, id: usize) {
        let mut olds = Vec::new();
        for arg in &call.args {
            olds.push(match arg {
                Argument::Mut(place) => {
                    let old = self.f.named_var("old", self.f.place_ty(place), false);
                    self.home.insert(old, self.block);
                    self.undo(place, Inverse::Store(old));
                    Some(old)
                }
                _ => None,
            });
        }
        self.olds.insert(id, olds);
    }

    /// The cotangent of what a call returns, if the call has an adjoint: one that writes has, whatever becomes of what it returns.
    fn seed_of(&mut self, call: &Call, bar: Option<Var>) -> Option<Atom> {
        let writes = call.args.iter().any(|arg| matches!(arg, Argument::Mut(_)));
        let ty = self.f.info(call.out).ty.clone();
        let seed = match (bar, ty) {
            (Some(bar), _) => Atom::Var(bar),
            (None, _) if !writes => return None,
            (None, Ty::Unit) => Atom::Constant(quote!(()), Ty::Unit),
            (None, ty @ Ty::Float(_)) => self.temp(Op::Zero(None), ty),
            (None, ty) => {
                let zero = self.zero(call.out);
                self.temp(zero, ty)
            }
        };
        // What was put in a box, or an `Rc`, may be a trait object by now, and its cotangent one of any type.
        Some(match call.makes_a_pointer(&self.f.ad) {
            true => self.temp(Op::Runtime("box_of", vec![Argument::Value(seed)]), Ty::Unknown),
            false => seed,
        })
    }

    /// An argument of the pullback; `half`: where it is the cotangent of one half of a slice.
    fn pull_argument(
        &mut self,
        call: &Call,
        k: usize,
        half: Option<Var>,
        id: usize,
        flows: &mut Flows,
    ) -> PullArgument {
        let real = call.real_args();
        match &call.args[k] {
            Argument::Lambda(number, start) => {
                PullArgument::Lambda(*number, *start..*start + self.f.lambdas[*number].captured)
            }
            Argument::Named(..) => PullArgument::Named,
            // The pullback has the function already.
            Argument::Ref(_) if k == 0 && call.kind == CallKind::Kept => PullArgument::Value(None),
            // What a closure captured and does not change the derivative of needs no buffer.
            Argument::Mut(place) if k >= real && !self.is_active(place.root) => PullArgument::Mut(place.clone(), None),
            // Of itself the function knows how it takes an argument.
            Argument::Ref(place)
                if call.written.fields.contains(&k)
                    && call.kind == CallKind::Itself
                    && self.f.params[k].passing == Passing::Value =>
            {
                let part = self.returned_part(Ty::Unknown);
                flows.parts.push((place.clone(), part));
                PullArgument::Value(Some(part))
            }
            Argument::Ref(place) if call.written.aside.contains(&k) => PullArgument::Ref(place.clone(), None),
            Argument::Ref(place) => {
                let bar = match half {
                    Some(half) => Some(Place::var(half)),
                    None if k == 0 && self.is_own_of_view(call, place) => self.lend_array(place, flows),
                    None => self.lend(place, false, flows),
                };
                PullArgument::Ref(place.clone(), bar)
            }
            Argument::Mut(place) => PullArgument::Mut(place.clone(), self.lend(place, true, flows)),
            Argument::Value(atom) => self.pull_value(call, k, atom, id, flows),
            Argument::RefAtom(_) => PullArgument::Value(None),
        }
    }

    /// The same of what is passed by value, whose cotangent the pullback returns.
    fn pull_value(&mut self, call: &Call, k: usize, atom: &Atom, id: usize, flows: &mut Flows) -> PullArgument {
        match atom {
            atom if call.kind == CallKind::Parameter => {
                let bar = self.handed(atom);
                if let (Some(bar), Atom::Var(var)) = (&bar, atom) {
                    flows.returned.push((*var, bar.root));
                }
                PullArgument::Again(atom.clone(), bar)
            }
            // A key carries no derivative, whatever it was made of.
            _ if k == 1 && call.inserts(&self.f.ad) => PullArgument::Value(None),
            Atom::Var(var) if self.is_active(*var) => {
                let part = self.returned_part(self.f.info(*var).ty.clone());
                // Where the parameter is marked `#[no_diff]`, rustc's error lands on the call.
                let name = &mut self.f.vars[part.0].name;
                name.set_span(name.span().located_at(self.span));
                flows.returned.push((*var, part));
                match call.kind {
                    CallKind::Product => PullArgument::Copied(self.copied(*var, id), Some(part)),
                    _ => PullArgument::Value(Some(part)),
                }
            }
            atom if call.kind == CallKind::Product => {
                let again = atom.var().map_or_else(|| atom.clone(), |var| self.copied(var, id));
                PullArgument::Copied(again, None)
            }
            // What a map is given has a cotangent there, whether it carries a derivative or not: its memory goes back.
            Atom::Var(var) if k == 2 && call.inserts(&self.f.ad) && !self.f.info(*var).ty.is_in_place() => {
                let part = self.returned_part(self.f.info(*var).ty.clone());
                PullArgument::Value(Some(part))
            }
            _ if call.kind == CallKind::Itself && self.f.params[k].passing == Passing::Value => {
                PullArgument::Value(None)
            }
            // How an operator takes its operands is known.
            _ if call.kind == CallKind::Operator => PullArgument::Value(None),
            // By itself `None` has no type.
            Atom::Constant(_, Ty::Unknown) if atom.is_none() => PullArgument::Absent,
            // Only the function itself knows whether it takes this by value or is a constant's reference.
            Atom::Constant(tokens, Ty::Unknown | Ty::Inert) => {
                PullArgument::Kept(Atom::Constant(tokens.clone(), Ty::Unknown))
            }
            Atom::Var(var) if matches!(self.f.info(*var).ty, Ty::Unknown | Ty::Inert) => {
                PullArgument::Kept(Atom::Var(self.keep_argument(*var, id)))
            }
            _ => PullArgument::Value(None),
        }
    }

    /// What a pullback returns.
    fn returned_part(&mut self, ty: Ty) -> Var {
        let part = self.f.new_var("d", ty, false);
        self.home.insert(part, self.block);
        part
    }

    /// What a pullback has added to buffers and what it returns flows into the cotangents of the arguments.
    fn flow_into_arguments(&mut self, flows: Flows) {
        for (place, part) in flows.shared {
            let bar = self.present(place.root).expect("it was lent");
            self.add_part(&place, bar, part);
        }
        for (var, part) in flows.returned {
            self.contribute(&Place::var(var), Op::Read(Place::var(part)));
        }
        for (place, part) in flows.parts {
            self.contribute(&place, Op::Read(Place::var(part)));
        }
    }

    /// Adds to the cotangent of a place the buffer that was lent for it, whose memory can be used again from here on.
    fn add_part(&mut self, place: &Place, bar: Var, part: Var) {
        let args = vec![Argument::Mut(place.at(bar)), Argument::Ref(Place::var(part))];
        let function = match place.lent_where() {
            Some(_) => "accumulate_where",
            None => "accumulate",
        };
        self.emit(StmtKind::Accumulate(function, args));
        if self.of_the_workspace(place) {
            self.emit(StmtKind::GiveBack(part));
        }
    }

    /// How the pullback of a call is had that cannot be kept: that of a trait's function is of a type that has the lifetimes of what it
    /// is called on, and of the trait.
    fn again(&self, call: &Call) -> Option<Again> {
        let known = matches!(call.kind, CallKind::Function | CallKind::Associated | CallKind::Method);
        let plain = |arg: &Argument| !matches!(arg, Argument::Lambda(..) | Argument::Named(..));
        let view = |arg: &Argument| match arg {
            Argument::Ref(place) | Argument::Mut(place) => self.f.info(place.root).role == Role::View,
            _ => false,
        };
        if !known || !call.args.iter().all(plain) {
            return None;
        }
        // The pullback of a trait's function is of a type that has the lifetime of the view.
        let on_view = matches!(call.args.first(), Some(Argument::Ref(place)) if self.is_own_of_view(call, place));
        if on_view || call.args.iter().any(view) {
            return Some(Again::AsWritten);
        }
        let pinned = self.f.pinned && self.loops > 0 && self.is_of_a_sibling(call);
        pinned.then_some(Again::Sweeps)
    }

    /// Runs the forward sweep of a call in the reverse sweep, where it finds what it found then; the pullback.
    fn run_again(&mut self, call: &Call, id: usize, again: Again) -> Var {
        for arg in &call.args {
            if let Argument::Mut(place) = arg {
                self.undo_write(place, id);
            }
        }
        if again == Again::AsWritten {
            self.as_written.insert(id);
        }
        let out = self.f.named_var("again", self.f.info(call.out).ty.clone(), false);
        let pullback = self.f.named_var("pullback", Ty::Unknown, false);
        self.home.extend([(out, self.block), (pullback, self.block)]);
        let call = Call {
            out,
            pullback,
            ..call.clone()
        };
        self.emit(StmtKind::Call(Box::new(call)));
        pullback
    }

    /// Whether a call may be one of a function of the same trait: it is called on `self`, or its path begins with a type.
    fn is_of_a_sibling(&self, call: &Call) -> bool {
        let on_receiver = match call.args.first() {
            Some(Argument::Ref(place) | Argument::Mut(place)) if call.kind == CallKind::Method => {
                let mut receivers = self.f.params.iter().filter(|param| param.receiver);
                place.is_whole() && receivers.any(|param| param.var == place.root)
            }
            _ => false,
        };
        on_receiver || call.kind == CallKind::Associated
    }

    /// The cotangent buffer of an argument by value that a function value adds to.
    pub(super) fn handed(&mut self, atom: &Atom) -> Option<Place> {
        let var = atom.var().filter(|var| self.is_active(*var))?;
        let ty = self.f.info(var).ty.clone();
        let zero = if ty.is_float() {
            Op::Zero(None)
        } else {
            Op::Runtime("zero", vec![Argument::RefAtom(atom.clone())])
        };
        let part = self.f.named_var("d", ty, true);
        self.define(part, zero);
        Some(Place::var(part))
    }

    /// The cotangent buffer of an argument by reference. The same variable lent twice gets a buffer of its own.
    fn lend(&mut self, place: &Place, write: bool, flows: &mut Flows) -> Option<Place> {
        let Some(bar) = self.present(place.root) else {
            if !write {
                return None;
            }
            // The callee wants a buffer in any case: that of an integer is `()`, and that of a list of them a list of these.
            let ty = self.f.place_ty(place);
            let list = matches!(ty.behind_references(), Ty::Slice(_) | Ty::Array(_) | Ty::Vec(_));
            let no_diff = match ty.is_inert() {
                true => !list,
                false => crate::analysis::activity::flow::is_detached_variable(self.f, place.root),
            };
            let part = self.f.named_var("d", Ty::Unknown, true);
            if no_diff {
                self.define(part, Op::Opaque(Opaque::pure(quote!(()), Vec::new())));
                return Some(Place::var(part));
            }
            return Some(self.lend_part(place, part));
        };
        if self.f.info(place.root).ty == Ty::Function {
            if flows.lent.iter().any(|other| other.root == place.root) {
                self.diagnostics.error(
                    self.span,
                    format!("`{}` is passed twice in one call", self.f.info(place.root).name),
                    "bind the result of one use to a variable before the call",
                );
            }
            flows.lent.push(place.clone());
            return Some(Place::var(bar));
        }
        let buffer = self.f.info(bar).role == Role::Buffer;
        let overlapping = flows
            .lent
            .iter()
            .filter(|other| other.root == place.root && (buffer || other.overlaps(place)))
            .count();
        flows.lent.push(place.clone());
        let Some(before) = overlapping.checked_sub(1) else {
            return Some(place.at(bar));
        };
        let further = self.further.get(&place.root).and_then(|further| further.get(before));
        if let Some(further) = further.filter(|_| is_fixed(place)) {
            return Some(place.at(*further));
        }
        let part = self.f.named_var("part", self.f.place_ty(place), true);
        flows.shared.push((place.clone(), part));
        Some(self.lend_part(place, part))
    }

    /// What a loop only reads and lends more than once to one call gets further cotangents for the whole loop: for each call alone, they
    /// would be made and added as often as the loop runs.
    pub(super) fn lend_again(&mut self, body: &Block) -> Vec<Var> {
        let (mut again, mut inside) = (FlatMap::<Var, usize>::new(), FlatSet::new());
        body.walk(&mut |stmt| {
            inside.extend(stmt.defines());
            if let StmtKind::Call(call) = &stmt.kind
                && !call.inactive
            {
                let lent = call.args.iter().filter_map(|arg| match arg {
                    Argument::Ref(place) if is_fixed(place) => Some(place.root),
                    _ => None,
                });
                let lent: Vec<Var> = lent.collect();
                for (k, root) in lent.iter().enumerate() {
                    let before = lent[..k].iter().filter(|other| *other == root).count();
                    if before > 0 {
                        let most = again.entry(*root).or_default();
                        *most = before.max(*most);
                    }
                }
            }
        });
        body.uses(&mut |var, usage| {
            if usage == Use::Write {
                again.remove(&var);
            }
        });
        again.retain(|var, _| {
            let info = self.f.info(*var);
            let large = !info.ty.behind_references().is_scalar() && info.ty != Ty::Function;
            let plain = large && matches!(info.role, Role::Value | Role::Reference);
            plain && !inside.contains(var) && !self.further.contains_key(var) && self.present(*var).is_some()
        });
        for (var, most) in &again {
            let whole = Place::var(*var);
            let further = (0..*most).map(|_| {
                let part = self.f.named_var("part", self.f.place_ty(&whole), true);
                self.lend_part(&whole, part);
                part
            });
            let further = further.collect();
            self.further.insert(*var, further);
        }
        again.into_iter().map(|(var, _)| var).collect()
    }

    /// Adds the further cotangents of a loop to the first ones.
    pub(super) fn end_lent_again(&mut self, lent: Vec<Var>) {
        for var in lent {
            let (Some(further), Some(bar)) = (self.further.remove(&var), self.present(var)) else {
                continue;
            };
            for part in further {
                self.add_part(&Place::var(var), bar, part);
            }
        }
    }

    /// Whether a method is called on a view of an array and is not ndarray's: its trait has a cotangent of its own for the type, an array.
    fn is_own_of_view(&self, call: &Call, place: &Place) -> bool {
        let name = || called(call).to_string();
        call.kind == CallKind::Method
            && matches!(place.path.last(), Some(Projection::Through { .. }))
            && matches!(self.f.place_ty(place), Ty::NdArray(..))
            && !crate::infer::methods::is_array_method(&name())
    }

    /// An array for the cotangent of a view, which is added to that of what it is a view of.
    fn lend_array(&mut self, place: &Place, flows: &mut Flows) -> Option<Place> {
        self.present(place.root)?;
        let part = self.f.named_var("part", self.f.place_ty(place), true);
        flows.shared.push((place.clone(), part));
        Some(self.lend_part(place, part))
    }

    /// A buffer that is zero, for what is lent of a place.
    pub(super) fn lend_part(&mut self, place: &Place, part: Var) -> Place {
        let lent = Argument::Ref(place.clone());
        let (zero, buffer) = match place.lent_where() {
            Some((_, present)) => {
                let inside = Projection::Payload(quote::format_ident!("payload_Some_0"));
                let buffer = Place::var(part).then(inside).then(Projection::Where(present.clone()));
                (Op::Runtime("zero_where", vec![lent]), buffer)
            }
            None if self.of_the_workspace(place) => (Op::Part(place.clone()), Place::var(part)),
            None => (Op::Runtime("zero", vec![lent]), Place::var(part)),
        };
        self.define(part, zero);
        buffer
    }

    /// Whether a cotangent of the place is a vector whose memory can be used again.
    pub(super) fn of_the_workspace(&self, place: &Place) -> bool {
        match self.f.place_ty(place).behind_references() {
            Ty::Slice(element) | Ty::Vec(element) => element.is_float(),
            _ => false,
        }
    }

    /// The cotangents of two slices that lie side by side in one, `&x[..k]` and `&x[k..]`, by the numbers of the arguments.
    pub(super) fn halves(&mut self, args: &[Argument]) -> FlatMap<usize, Var> {
        let mut halves = FlatMap::new();
        let lent: Vec<(usize, &Place)> = args
            .iter()
            .enumerate()
            .filter_map(|(k, arg)| match arg {
                Argument::Ref(place) | Argument::Mut(place) => Some((k, place)),
                _ => None,
            })
            .collect();
        for (first, low) in &lent {
            let together: Vec<_> = lent.iter().filter(|(_, other)| other.root == low.root).collect();
            for (second, high) in &lent {
                let shared = [first, second].iter().all(|k| matches!(args[**k], Argument::Ref(_)));
                if together.len() != 2 || !shared {
                    continue;
                }
                let Some((whole, at)) = side_by_side(self.f, &self.formula, low, high) else {
                    continue;
                };
                let Some(bar) = self.present(low.root) else { continue };
                let [low, high] = [low, high].map(|place| {
                    let half = self.f.named_var("half", self.f.place_ty(place), true);
                    self.f.vars[half.0].role = Role::Buffer;
                    self.home.insert(half, self.block);
                    half
                });
                self.emit(StmtKind::Split {
                    of: whole.at(bar),
                    at,
                    low,
                    high,
                });
                halves.extend([(*first, low), (*second, high)]);
            }
        }
        halves
    }
}

/// Whether a place is the same in each iteration of a loop, and may be large.
fn is_fixed(place: &Place) -> bool {
    place.path.iter().all(|step| matches!(step, Projection::Field(_)))
}

/// The slice that two slices make up, and where the second one begins. `formula`: what integers are known to be.
pub(super) fn side_by_side(
    f: &Function,
    formula: &FlatMap<Var, String>,
    low: &Place,
    high: &Place,
) -> Option<(Place, Atom)> {
    let (Some((first, before)), Some((second, same))) = (low.path.split_last(), high.path.split_last()) else {
        return None;
    };
    let (
        Projection::Range {
            low: start,
            high: Some(end),
            inclusive: false,
        },
        Projection::Range {
            low: Some(at),
            high: stop,
            inclusive,
        },
    ) = (first, second)
    else {
        return None;
    };
    let written = |path: &[Projection]| {
        let root = low.root;
        f.print_place(&Place {
            root,
            path: path.to_vec(),
        })
    };
    let meets = |atom: &Atom| match atom.var().and_then(|var| formula.get(&var)) {
        Some(formula) => formula.clone(),
        None => spell::atom(&f.vars, atom).to_string(),
    };
    if low.root != high.root || written(before) != written(same) || meets(end) != meets(at) {
        return None;
    }
    let mut whole = Place {
        root: low.root,
        path: before.to_vec(),
    };
    whole.path.push(Projection::Range {
        low: start.clone(),
        high: stop.clone(),
        inclusive: *inclusive,
    });
    Some((whole, at.clone()))
}

/// The name of what is called, which may stand at the end of a path.
fn called(call: &Call) -> &proc_macro2::Ident {
    &call.function.path.segments.last().expect("a path has a segment").ident
}
