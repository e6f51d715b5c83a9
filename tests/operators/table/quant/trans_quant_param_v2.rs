//! The rows of `aclnnTransQuantParamV2` and `aclnnTransQuantParamV3`.

use crate::reference::quantisers;
use crate::table::shared::quant::given::{WORDS, word_samples};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnTransQuantParamV2", || word_samples(&[]))
            .accepts(WORDS)
            .bits(quantisers::scale_words)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnTransQuantParamV3", || word_samples(&[0, 1]))
            .accepts(WORDS)
            .bits(quantisers::scale_words)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
