//! Walks over syn's trees, through one object-safe trait: each further `Visit` would be syn's whole traversal compiled again.
//!
//! Input:  a tree of syn's, and what is to be done at its nodes
//! Output: what a `Walk` has gathered, or the tree as a `WalkMut` has left it
//!
//! ```text
//! match node {
//!     Node::Expr(Expr::Return(_)) => self.returns = true,
//!     Node::Item(_) => {}                 // its functions are their own
//!     node => descend(self, node),
//! }
//! ```

use syn::{visit, visit_mut};

/// What is done at each node of a tree; only [`descend`] goes on inside.
pub trait Walk<'t> {
    fn node(&mut self, node: Node<'t>);
}

/// The same of a tree that is rewritten in place.
pub trait WalkMut {
    fn node(&mut self, node: NodeMut<'_>);
}

/// A closure says whether the walk goes on inside.
impl<'t, F: FnMut(Node<'t>) -> bool> Walk<'t> for F {
    fn node(&mut self, node: Node<'t>) {
        if self(node) {
            descend(self, node);
        }
    }
}

impl<F: FnMut(&mut NodeMut<'_>) -> bool> WalkMut for F {
    fn node(&mut self, mut node: NodeMut<'_>) {
        if self(&mut node) {
            descend_mut(self, node);
        }
    }
}

pub fn walk<'t>(tree: impl Into<Node<'t>>, mut inside: impl FnMut(Node<'t>) -> bool) {
    inside.node(tree.into());
}

pub fn walk_mut<'t>(tree: impl Into<NodeMut<'t>>, mut inside: impl FnMut(&mut NodeMut<'_>) -> bool) {
    inside.node(tree.into());
}

/// Whether one of the nodes of a tree is it.
pub fn any<'t>(tree: impl Into<Node<'t>>, mut is_it: impl FnMut(Node<'t>) -> bool) -> bool {
    let mut found = false;
    walk(tree, |node| {
        found = found || is_it(node);
        !found
    });
    found
}

macro_rules! nodes {
    ($($Node:ident $visit:ident $visit_mut:ident;)*) => {
        /// A node that a walk comes to. An expression is one before what kind of expression it is, and so are others.
        #[derive(Clone, Copy)]
        pub enum Node<'t> {
            $($Node(&'t syn::$Node),)*
        }

        pub enum NodeMut<'t> {
            $($Node(&'t mut syn::$Node),)*
            Attributes(&'t mut Vec<syn::Attribute>),
        }

        $(
            impl<'t> From<&'t syn::$Node> for Node<'t> {
                fn from(node: &'t syn::$Node) -> Self {
                    Node::$Node(node)
                }
            }

            impl<'t> From<&'t mut syn::$Node> for NodeMut<'t> {
                fn from(node: &'t mut syn::$Node) -> Self {
                    NodeMut::$Node(node)
                }
            }
        )*

        struct Nodes<'w, 't>(&'w mut dyn Walk<'t>);

        impl<'t> visit::Visit<'t> for Nodes<'_, 't> {
            $(fn $visit(&mut self, node: &'t syn::$Node) {
                self.0.node(Node::$Node(node));
            })*
        }

        struct NodesMut<'w>(&'w mut dyn WalkMut);

        impl visit_mut::VisitMut for NodesMut<'_> {
            $(fn $visit_mut(&mut self, node: &mut syn::$Node) {
                self.0.node(NodeMut::$Node(node));
            })*
            fn visit_attributes_mut(&mut self, attributes: &mut Vec<syn::Attribute>) {
                self.0.node(NodeMut::Attributes(attributes));
            }
        }

        /// Goes on with what stands inside a node.
        pub fn descend<'t>(walk: &mut dyn Walk<'t>, node: Node<'t>) {
            let nodes = &mut Nodes(walk);
            match node {
                $(Node::$Node(node) => visit::$visit(nodes, node),)*
            }
        }

        pub fn descend_mut(walk: &mut dyn WalkMut, node: NodeMut<'_>) {
            let nodes = &mut NodesMut(walk);
            use visit_mut::VisitMut as _;
            match node {
                $(NodeMut::$Node(node) => visit_mut::$visit_mut(nodes, node),)*
                NodeMut::Attributes(attributes) => attributes.iter_mut().for_each(|attribute| nodes.visit_attribute_mut(attribute)),
            }
        }
    };
}

nodes! {
    Arm visit_arm visit_arm_mut;
    Attribute visit_attribute visit_attribute_mut;
    Block visit_block visit_block_mut;
    DeriveInput visit_derive_input visit_derive_input_mut;
    Expr visit_expr visit_expr_mut;
    ExprCall visit_expr_call visit_expr_call_mut;
    ExprClosure visit_expr_closure visit_expr_closure_mut;
    ExprForLoop visit_expr_for_loop visit_expr_for_loop_mut;
    ExprIf visit_expr_if visit_expr_if_mut;
    ExprLet visit_expr_let visit_expr_let_mut;
    ExprMatch visit_expr_match visit_expr_match_mut;
    ExprMethodCall visit_expr_method_call visit_expr_method_call_mut;
    ExprPath visit_expr_path visit_expr_path_mut;
    ExprReference visit_expr_reference visit_expr_reference_mut;
    ExprReturn visit_expr_return visit_expr_return_mut;
    ExprStruct visit_expr_struct visit_expr_struct_mut;
    ExprWhile visit_expr_while visit_expr_while_mut;
    FieldPat visit_field_pat visit_field_pat_mut;
    FieldValue visit_field_value visit_field_value_mut;
    FnArg visit_fn_arg visit_fn_arg_mut;
    GenericArgument visit_generic_argument visit_generic_argument_mut;
    Ident visit_ident visit_ident_mut;
    Item visit_item visit_item_mut;
    ItemFn visit_item_fn visit_item_fn_mut;
    ItemImpl visit_item_impl visit_item_impl_mut;
    ItemMacro visit_item_macro visit_item_macro_mut;
    ItemUse visit_item_use visit_item_use_mut;
    Lifetime visit_lifetime visit_lifetime_mut;
    Local visit_local visit_local_mut;
    LocalInit visit_local_init visit_local_init_mut;
    Macro visit_macro visit_macro_mut;
    Member visit_member visit_member_mut;
    ParenthesizedGenericArguments visit_parenthesized_generic_arguments visit_parenthesized_generic_arguments_mut;
    Pat visit_pat visit_pat_mut;
    PatGuard visit_pat_guard visit_pat_guard_mut;
    PatIdent visit_pat_ident visit_pat_ident_mut;
    PatReference visit_pat_reference visit_pat_reference_mut;
    PatStruct visit_pat_struct visit_pat_struct_mut;
    Path visit_path visit_path_mut;
    ReturnType visit_return_type visit_return_type_mut;
    Signature visit_signature visit_signature_mut;
    Stmt visit_stmt visit_stmt_mut;
    Type visit_type visit_type_mut;
    TypeFnPtr visit_type_fn_ptr visit_type_fn_ptr_mut;
    TypeImplTrait visit_type_impl_trait visit_type_impl_trait_mut;
    TypePath visit_type_path visit_type_path_mut;
    TypeReference visit_type_reference visit_type_reference_mut;
    TypeTraitObject visit_type_trait_object visit_type_trait_object_mut;
    TypeTuple visit_type_tuple visit_type_tuple_mut;
}
