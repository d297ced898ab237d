//! Tensors in serde's formats, as ndarray writes its arrays; what is read is on the processor.

use super::storage::{Tensor, TensorElement};
use ndarray::ArrayD;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

impl<T: TensorElement + Serialize> Serialize for Tensor<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.fetched("serialize").view().serialize(serializer)
    }
}

impl<'de, T: TensorElement + Deserialize<'de>> Deserialize<'de> for Tensor<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        ArrayD::deserialize(deserializer).map(Tensor::from)
    }
}
