//! What waits for a type, and what follows once it is known: methods, fields, operators, indices, items.
//!
//! Input:  `Pending::Method { receiver: Iter<&f64>, name: "copied", .. }`
//! Output: its result is `Iter<f64>`, by the row of the table
//!
//! Only what Rust itself concludes is concluded here: two primitive numbers beside an arithmetic operator are of one type, but `2.0 * v`
//! says nothing of `v`.

use crate::infer::inference::{Call, Infer, Operation, Pending};
use crate::infer::methods::{Row, is_ndarray, of_floats, receiver, row_of};
use crate::infer::types::{Head, Names, Type, element};

impl Infer<'_> {
    /// Whether what waits has been found, so that it need not be asked again.
    pub(super) fn find(&mut self, pending: &Pending) -> bool {
        match pending {
            Pending::Method(call) => self.find_method(call),
            Pending::Field { base, member, out } => self.find_field(base, member, out),
            Pending::Index { base, index, out } => self.find_element(base, index, out),
            Pending::Deref { of, out } => match self.solver.head(of) {
                Type::Var(_) => false,
                Type::Of(Head::Ref, inner) => self.same(out, &inner[0]),
                Type::Of(Head::Named(name), parts) if is_pointer(&name) && parts.len() == 1 => {
                    self.same(out, &parts[0])
                }
                _ => true,
            },
            Pending::Binary { op, left, right, out } => self.find_operation(*op, left, right, out),
            Pending::Negated { of, out } => {
                let of = self.solver.behind(of);
                let known = self.solver.resolved(&of);
                match known {
                    Type::Of(Head::Primitive(_) | Head::Param(_), _) => self.same(out, &of),
                    known => known.is_known(),
                }
            }
            Pending::Items { of, item } => match self.items(of) {
                Ok(Some(found)) => self.same(item, &found),
                Ok(None) => {
                    self.rejected |= self.solver.behind(of).as_primitive().is_some();
                    true
                }
                Err(()) => false,
            },
            Pending::Applied { function, args, out } => match self.solver.behind(function) {
                Type::Var(_) => false,
                Type::Of(Head::Function, parts) => {
                    let (output, params) = parts.split_last().expect("a function has a result");
                    self.give(args, params);
                    self.same(out, output)
                }
                Type::Of(Head::Named(name), parts) if is_pointer(&name) && parts.len() == 1 => {
                    let (function, args, out) = (parts[0].clone(), args.clone(), out.clone());
                    self.wait(Pending::Applied { function, args, out });
                    true
                }
                _ => true,
            },
            Pending::Tried { of, out } => match self.solver.head(of) {
                Type::Var(_) => false,
                Type::Of(Head::Named(name), parts) if matches!(name.as_str(), "Option" | "Result") => {
                    parts.first().is_none_or(|inner| self.same(out, inner))
                }
                _ => true,
            },
            Pending::Collected { item, out } => match self.solver.head(out) {
                Type::Var(_) => false,
                Type::Of(Head::Named(name), parts) if name == "Vec" && parts.len() == 1 => self.same(&parts[0], item),
                _ => true,
            },
            Pending::Part { of, part, out } => self.find_part(of, part, out),
        }
    }

    fn same(&mut self, a: &Type, b: &Type) -> bool {
        self.solver.unify(a, b);
        true
    }

    /// Gives a value of one type to a place of another. Rustc converts no number to another type of numbers.
    pub(super) fn fit(&mut self, value: &Type, place: &Type) {
        let primitive = |ty: &Type| self.solver.resolved(ty).as_primitive().is_some();
        match primitive(value) && primitive(place) {
            true => self.rejected |= !self.solver.unify(value, place),
            false => self.solver.coerce(value, place),
        }
    }

    fn give(&mut self, args: &[Type], params: &[Type]) {
        for (arg, param) in args.iter().zip(params) {
            match self.solver.head(param) {
                Type::Of(Head::Named(name), item) if name == "IntoIter" => {
                    let (of, item) = (arg.clone(), item[0].clone());
                    self.wait(Pending::Items { of, item });
                }
                param => self.solver.coerce(arg, &param),
            }
        }
    }

    fn find_field(&mut self, base: &Type, member: &str, out: &Type) -> bool {
        match self.solver.behind(base) {
            Type::Var(_) => false,
            Type::Of(Head::Tuple, parts) => {
                let part = member.parse().ok().and_then(|k: usize| parts.get(k).cloned());
                part.is_none_or(|part| self.same(out, &part))
            }
            Type::Of(Head::Named(name), parts) if is_pointer(&name) && parts.len() == 1 => {
                let (base, member, out) = (parts[0].clone(), member.to_owned(), out.clone());
                self.wait(Pending::Field { base, member, out });
                true
            }
            Type::Of(Head::Named(name), parts) => {
                self.structs.insert(name.clone());
                // Of a type with arguments each one has fields of its own.
                if parts.is_empty() || self.this_name().as_ref() == Some(&name) {
                    let field = self.field(format!("{name}.{member}"));
                    self.solver.unify(out, &field);
                }
                true
            }
            Type::Of(Head::Primitive(_), _) => {
                self.rejected = true;
                true
            }
            _ => true,
        }
    }

    fn find_element(&mut self, base: &Type, index: &Type, out: &Type) -> bool {
        let base = self.solver.behind(base);
        let index = self.solver.head(index);
        match (&base, element(&base)) {
            (Type::Var(_), _) => false,
            (Type::Of(Head::Named(name), parts), None) if is_pointer(name) && parts.len() == 1 => {
                let (base, out) = (parts[0].clone(), out.clone());
                self.wait(Pending::Index { base, index, out });
                true
            }
            (Type::Of(Head::Named(name), parts), None) if is_map(name) && parts.len() > 1 => self.same(out, &parts[1]),
            (Type::Of(Head::Named(name), parts), None) if is_ndarray(name) && !parts.is_empty() => {
                self.same(out, &parts[0])
            }
            (_, None) => true,
            (_, Some(element)) => match self.solver.resolved(&index) {
                Type::Of(Head::Primitive(_), _) => {
                    self.rejected |= !self.solver.unify(&index, &Type::primitive("usize"));
                    self.same(out, &element)
                }
                Type::Of(Head::Named(name), parts) if name.starts_with("Range") => {
                    if let Some(end) = parts.first() {
                        self.solver.unify(end, &Type::primitive("usize"));
                    }
                    self.same(out, &Type::Of(Head::Slice, vec![element]))
                }
                index => index.is_known(),
            },
        }
    }

    /// What an operator gives: of primitive types alone, since any other has operators of its own.
    fn find_operation(&mut self, op: Operation, left: &Type, right: &Type, out: &Type) -> bool {
        let (left, right) = (self.solver.behind(left), self.solver.behind(right));
        let (l, r) = (self.solver.resolved(&left), self.solver.resolved(&right));
        if !l.is_known() || !r.is_known() {
            return false;
        }
        self.beside_literal(&left, &right);
        self.beside_literal(&right, &left);
        let integer = Type::is_integer;
        match op {
            Operation::Shift if integer(&l) => self.same(out, &left),
            Operation::Bits if l.as_primitive() == Some("bool") => self.same(out, &left),
            Operation::Shift => true,
            Operation::Update => {
                self.unify_numbers(&left, &right);
                true
            }
            Operation::Arithmetic(_) | Operation::Bits => {
                if let Operation::Arithmetic(operator) = op {
                    self.rejected |= self.has_no_operator(operator, &l, &r) || self.has_no_operator(operator, &r, &l);
                }
                // Of a type parameter, as traits of numbers have it.
                let same = l == r && matches!(l, Type::Of(Head::Param(_), _));
                if same || self.unify_numbers(&left, &right) {
                    self.solver.unify(out, &left);
                }
                true
            }
        }
    }

    /// What goes through `for x in it`, if it is known; an error where the type is not.
    fn items(&mut self, of: &Type) -> Result<Option<Type>, ()> {
        let (mut ty, mut by_reference) = (self.solver.head(of), false);
        while let Type::Of(Head::Ref, inner) = &ty {
            by_reference = true;
            ty = self.solver.head(&inner[0]);
        }
        let refer = |item: Type| match by_reference {
            true => Type::reference(item),
            false => item,
        };
        Ok(match &ty {
            Type::Var(_) => return Err(()),
            Type::Of(Head::Iter, parts) => Some(parts[0].clone()),
            // `Box<dyn Iterator<Item = f64>>`
            Type::Of(Head::Named(name), parts)
                if is_pointer(name)
                    && parts.len() == 1
                    && matches!(self.solver.head(&parts[0]), Type::Of(Head::Iter, _)) =>
            {
                return self.items(&parts[0]);
            }
            Type::Of(Head::Named(name), parts) => match (name.as_str(), &parts[..]) {
                ("Range" | "RangeInclusive" | "IntoIter", [item]) => Some(item.clone()),
                ("Vec" | "Option", [item]) => Some(refer(item.clone())),
                // nalgebra's, as storages are named before this.
                ("OMatrix", [item, ..]) => Some(refer(item.clone())),
                (name, [item, ..]) if is_ndarray(name) => Some(refer(item.clone())),
                (name, [key, value]) if is_map(name) => {
                    Some(Type::Of(Head::Tuple, vec![refer(key.clone()), refer(value.clone())]))
                }
                _ => None,
            },
            ty => element(ty).map(refer),
        })
    }

    fn find_method(&mut self, call: &Call) -> bool {
        let name = call.name.as_str();
        let known = self.solver.behind(&call.receiver);
        let ty = self.solver.resolved(&known);
        if !ty.is_known() {
            return self.told(call);
        }
        // Of a type of the user's own.
        if let Type::Of(Head::Named(owner) | Head::Param(owner), parts) = &known {
            if is_pointer(owner) && parts.len() == 1 && !matches!(name, "clone" | "as_ref" | "as_mut") {
                let (receiver, turbofish) = (parts[0].clone(), call.turbofish.clone());
                let (args, out) = (call.args.clone(), call.out.clone());
                self.wait(Pending::Method(Box::new(Call {
                    receiver,
                    name: call.name.clone(),
                    turbofish,
                    args,
                    out,
                })));
                return true;
            }
            if self.this_name().as_ref() == Some(owner)
                && let Some(signature) = self.sibling(name, true)
            {
                let (params, output) = self.signature(signature, true);
                self.give(&call.args, &params[1..]);
                return self.same(&call.out, &output);
            }
        }
        if ty.is_float()
            && let Some((params, output)) = of_floats(&known, name, call.args.len())
        {
            for (arg, param) in call.args.iter().zip(&params) {
                self.fit(arg, param);
            }
            return self.same(&call.out, &output);
        }
        if matches!(name, "iter" | "into_iter" | "iter_mut")
            && call.args.is_empty()
            && let Ok(found) = self.items(&call.receiver)
        {
            let by_reference = matches!(self.solver.head(&call.receiver), Type::Of(Head::Ref, _));
            let map = matches!(&known, Type::Of(Head::Named(name), _) if is_map(name));
            let found = found.map(|item| match (name, by_reference) {
                ("iter" | "iter_mut", false) if !map && !matches!(known, Type::Of(Head::Iter, _)) => {
                    Type::reference(item)
                }
                _ => item,
            });
            if let Some(item) = found.filter(|_| name == "into_iter" || !map) {
                return self.same(&call.out, &Type::Of(Head::Iter, vec![item]));
            }
        }
        // A vector and an array have the methods of slices, a range those of iterators.
        let own = receiver(&ty);
        let (seen_as, receiver) = match &known {
            Type::Of(Head::Named(name), parts) if name.starts_with("Range") && parts.len() == 1 => {
                (Some("Iter"), Type::Of(Head::Iter, parts.clone()))
            }
            ty => (own, ty.clone()),
        };
        let row = |of: Option<&str>| of.and_then(|of| row_of(of, name, call.args.len()));
        if let Some(row) = row(seen_as) {
            return self.apply(row, &receiver, call);
        }
        if let (Some("Vec" | "[;]"), Some(element)) = (own, element(&known))
            && let Some(row) = row(Some("[]"))
        {
            return self.apply(row, &Type::Of(Head::Slice, vec![element]), call);
        }
        if matches!(name, "clone" | "to_owned") && call.args.is_empty() {
            let owned = match &known {
                Type::Of(Head::Slice, parts) => Type::named("Vec", parts.clone()),
                ty => ty.clone(),
            };
            return self.same(&call.out, &owned);
        }
        self.told(call);
        true
    }

    /// What `types(..)` says of a method.
    fn told(&mut self, call: &Call) -> bool {
        let Some(told) = self.around.told.get(&call.name) else {
            return false;
        };
        let told = self.read(told);
        self.same(&call.out, &told)
    }

    /// What a row of the table says of a call.
    fn apply(&mut self, row: &Row, receiver: &Type, call: &Call) -> bool {
        let mut names = Names::default();
        for (k, name) in row.generics.iter().enumerate() {
            let written = k.checked_sub(row.outer).and_then(|k| call.turbofish.get(k));
            let ty = written.cloned().unwrap_or_else(|| self.solver.fresh());
            names.params.insert(name.clone(), ty);
        }
        names.this = Some(receiver.clone());
        if let (Type::Of(_, of_row), Type::Of(_, parts)) = (instantiate(&row.receiver, &names), receiver) {
            for (of_row, part) in of_row.iter().zip(parts) {
                self.solver.unify(of_row, part);
            }
        }
        let params: Vec<Type> = row.params.iter().map(|param| instantiate(param, &names)).collect();
        let output = instantiate(&row.output, &names);
        self.give(&call.args, &params);
        self.solver.unify(&call.out, &output);
        if let (Type::Of(Head::Iter, items), "collect") = (receiver, row.name.as_str()) {
            let (item, out) = (items[0].clone(), call.out.clone());
            self.wait(Pending::Collected { item, out });
        }
        if row.name == "flat_map"
            && let (Some(Type::Of(Head::Function, parts)), Type::Of(_, items)) =
                (call.args.first().map(|arg| self.solver.head(arg)), output)
        {
            let of = parts.last().expect("a function has a result").clone();
            let item = items[0].clone();
            self.wait(Pending::Items { of, item });
        }
        true
    }
}

/// The type with what stands for its parameters; a length of an array that is not written stays so.
fn instantiate(ty: &Type, names: &Names) -> Type {
    match ty {
        Type::Of(Head::Param(name), _) => names.params.get(name).cloned().unwrap_or_else(|| ty.clone()),
        Type::Of(Head::Named(name), _) if matches!(name.as_str(), "float" | "integer") => {
            names.this.clone().expect("there is a receiver")
        }
        Type::Of(head, parts) => Type::Of(
            head.clone(),
            parts.iter().map(|part| instantiate(part, names)).collect(),
        ),
        Type::Var(_) => ty.clone(),
    }
}

/// Whether a type of this name has the methods and fields of what it points to.
fn is_pointer(name: &str) -> bool {
    matches!(name, "Box" | "Rc" | "Arc")
}

fn is_map(name: &str) -> bool {
    matches!(name, "HashMap" | "BTreeMap" | "IndexMap")
}
