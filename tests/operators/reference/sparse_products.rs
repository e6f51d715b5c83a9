//! Products with weights of which two of four neighbours are zeros, by index in DOUBLE: of samples whose sums are exact there.

use super::grouped::{stored, values};
use crate::arguments::Arguments;

/// `aclnnSparse4to2QuantMatmulWeightNz`.
pub fn product(arguments: &Arguments) -> Vec<Vec<u8>> {
    let tensor = |name: &str| arguments[name].tensors().first();
    let (x, out) = (tensor("x").unwrap(), tensor("out").unwrap());
    let [m, k] = [0, 1].map(|d| x.shape[d] as usize);
    let n = out.shape[1] as usize;
    let lines = n.div_ceil(16) * 16;
    let numbers = tensor("sparseWeight").unwrap().elements();
    let index = tensor("index").unwrap().elements();
    let rows = values(x, None);
    let [x_scale, scale] =
        ["xScale", "sparseWeightScale"].map(|name| values(tensor(name).unwrap(), None));
    let bias = tensor("biasOptional").map(|bias| values(bias, None));
    let mut results = Vec::new();
    for row in 0..m {
        for column in 0..n {
            let mut sum = 0.0;
            for octet in 0..k.div_ceil(8) {
                let line = octet / 8 * lines + column;
                let code = usize::from(index[line * 8 + octet % 8]);
                for half in 0..2 {
                    let own = code >> (4 * half) & 15;
                    let first = 8 * octet + 4 * half;
                    let places = [first + own % 4, first + own / 4 + 1];
                    for (number, place) in places.into_iter().enumerate() {
                        let at = line * 32 + octet % 8 * 4 + 2 * half + number;
                        if place < k {
                            sum += f64::from(numbers[at] as i8) * rows[row * k + place];
                        }
                    }
                }
            }
            let added = bias.as_ref().map_or(0.0, |bias| bias[column]);
            let result = sum * scale[column] * x_scale[row] + added;
            results.extend(stored(result, out.dtype));
        }
    }
    vec![results]
}
