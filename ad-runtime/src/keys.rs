//! Copies of the keys of maps. Texts are copied into memory that the thread keeps: what leads to an entry is made in many places, and
//! its end is not followed.

use crate::inactive::Inactive;
use crate::workspace::Workspace;
use std::any::Any;
use std::cell::Cell;
use std::mem::needs_drop;
use std::ops::Deref;

/// The texts that are not in use, and how many are. As many come back at most: those from elsewhere would be more every time.
struct Texts {
    idle: Vec<String>,
    lent: usize,
}

thread_local! {
    static TEXTS: Cell<Texts> = const { Cell::new(Texts { idle: Vec::new(), lent: 0 }) };
}

/// Does something to the thread's texts. A thread that ends has none.
fn with_texts<R>(f: impl FnOnce(&mut Texts) -> R) -> Option<R> {
    let nothing = || Texts {
        idle: Vec::new(),
        lent: 0,
    };
    let with = |cell: &Cell<Texts>| {
        let mut texts = cell.replace(nothing());
        let result = f(&mut texts);
        cell.set(texts);
        result
    };
    TEXTS.try_with(with).ok()
}

/// A thread keeps no more texts than this, and no longer ones.
const MOST: usize = 1 << 16;
const LONGEST: usize = 1 << 10;

/// So many are looked at for one that is long enough.
const NEAR: usize = 16;

/// A copy of a key, which takes its end where the map's way back ends it.
///
/// ```
/// assert_eq!(ad_runtime::key_again(&String::from("a")), "a");
/// ```
#[inline]
pub fn key_again<K: Clone + 'static>(key: &K) -> K {
    copy_of_key(key)
}

/// A copy of a key.
#[inline]
pub(crate) fn copy_of_key<K: Clone + 'static>(key: &K) -> K {
    if needs_drop::<K>()
        && let Some(text) = (key as &dyn Any).downcast_ref::<String>()
    {
        let mut copy = Some(copy_of_text(text));
        let copy: &mut dyn Any = &mut copy;
        let copy = copy.downcast_mut::<Option<K>>().and_then(Option::take);
        return copy.expect("a text is a text");
    }
    key.clone()
}

fn copy_of_text(text: &str) -> String {
    let spare = with_texts(|texts| {
        texts.lent += 1;
        let fits = |at: &usize| texts.idle[*at].capacity() >= text.len();
        let near = (0..texts.idle.len()).rev().take(NEAR).find(fits);
        match near {
            Some(at) => Some(texts.idle.remove(at)),
            None => texts.idle.pop(),
        }
    });
    let mut copy = spare.flatten().unwrap_or_default();
    copy.push_str(text);
    copy
}

/// Ends a copy of a key.
#[inline]
pub(crate) fn end_key<K: 'static>(key: K) {
    if needs_drop::<K>() {
        let mut key = Some(key);
        let key: &mut dyn Any = &mut key;
        if let Some(text) = key.downcast_mut::<Option<String>>().and_then(Option::take) {
            end_text(text);
        }
    }
}

fn end_text(mut text: String) {
    text.clear();
    with_texts(|texts| {
        if texts.lent > 0 {
            texts.lent -= 1;
            if texts.idle.len() < MOST && (1..=LONGEST).contains(&text.capacity()) {
                texts.idle.push(text);
            }
        }
    });
}

/// How much memory some keys own, where that is known.
pub(crate) fn memory_of_keys<'k, K: 'static>(mut keys: impl Iterator<Item = &'k K>) -> Option<usize> {
    if !needs_drop::<K>() {
        return Some(0);
    }
    keys.try_fold(0, |sum, key| {
        let text = (key as &dyn Any).downcast_ref::<String>()?;
        Some(sum + text.capacity())
    })
}

/// What an entry of a map is called among the parts of a model: its key, or its place among them where nobody can write the key.
pub(crate) fn name_of_key<K: 'static>(key: &K, place: usize) -> String {
    let key: &dyn Any = key;
    macro_rules! written {
        ($($Key:ty)*) => {
            $(if let Some(key) = key.downcast_ref::<$Key>() {
                return key.to_string();
            })*
        };
    }
    written!(String &'static str char bool i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
    place.to_string()
}

/// The keys of a map, in memory of the workspace.
///
/// ```
/// let map = std::collections::BTreeMap::from([(String::from("a"), 1.0)]);
/// let mut workspace = ad_runtime::Workspace::new();
/// let keys = ad_runtime::keys(&mut workspace, &map);
/// assert_eq!(keys[0], "a");
/// keys.give_back(&mut workspace);
/// ```
#[derive(Clone, Debug)]
pub struct Keys<K>(Vec<K>);

impl<K: 'static> Keys<K> {
    pub(crate) fn of<'k>(keys: impl Iterator<Item = &'k K>, workspace: &mut Workspace) -> Self
    where
        K: Clone,
    {
        let mut list = workspace.tape();
        list.extend(keys.map(copy_of_key));
        Keys(list)
    }

    /// Gives the memory back.
    #[inline]
    pub fn give_back(mut self, workspace: &mut Workspace) {
        self.0.drain(..).for_each(end_key);
        workspace.recycle(self.0);
    }
}

impl<K> Deref for Keys<K> {
    type Target = [K];
    #[inline]
    fn deref(&self) -> &[K] {
        &self.0
    }
}

#[diagnostic::do_not_recommend]
impl<K: Inactive> Inactive for Keys<K> {}
