//! Queries and latent keys by weights of integers: one description of all versions. Types are refused with 161002, all else with 561002.

use super::combinations::combination;
use super::fused_caches::cache_rows;
use super::sparse::{one_of, present};
use super::weights::in_blocks;
use super::{Dtypes, formats, needs_chip, on_all};
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::Code;
use crate::argument::{ConstInOut, ConstOutput, Input, TensorArg};
use crate::device::soc::Generation;
use crate::error::{Error, Reason, Result};
use crate::ops::cache::{CacheLayout, SlotsOf};
use crate::ops::mla::{Codes, Preprocess as Operands, PreprocessWeight, preprocess};
use crate::ops::{Arg, Call};
use crate::tensor::Dtype;

const TOKENS: Dtypes = on_all(&[Dtype::F16, Dtype::Bf16]);
const CODES: Dtypes = on_all(&[Dtype::I8]);
const INTEGERS: Dtypes = on_all(&[Dtype::I32]);
/// Tokens and the factors of columns.
const SCALES: [&str; 2] = ["f16 | i64", "bf16 | f32"];

const LATENT: i64 = 512;
const ROPE: i64 = 64;
const KEYS: i64 = LATENT + ROPE;
/// Modes of caches.
const JOINED: i64 = 0;
const CODES_IN_BLOCKS: i64 = 2;
const IN_BLOCKS: i64 = 3;

/// Quantisation before a product, the weight and what becomes of the sums.
pub struct Quantised<'a> {
    /// `gamma0` and `beta0`, or `gamma1` and `beta1`
    pub norm: [&'a Input; 2],
    /// `quantScale0` or `quantScale1`
    pub scale: &'a Input,
    /// `quantOffset0` or `quantOffset1`
    pub offset: &'a Input,
    /// `wdqkv` or `wuq`
    pub weight: &'a Input,
    /// `descale0` or `descale1`
    pub descale: &'a Input,
    /// `bias0` or `bias1`
    pub bias: &'a Option<Input>,
}

/// The arguments of all versions.
pub struct Preprocess<'a> {
    /// `input`
    pub input: &'a Input,
    /// Normalisation, quantisation and weight of the first product and of the second one.
    pub products: [Quantised<'a>; 2],
    /// `gamma2`
    pub gamma_keys: &'a Input,
    /// `cos` and `sin`
    pub cos_and_sin: [&'a Option<Input>; 2],
    /// `wuk`
    pub weight_uk: &'a Input,
    /// `kvCache`
    pub kv_cache: &'a Input,
    /// `kvCacheRope`
    pub kv_cache_rope: &'a Option<Input>,
    /// `slotMapping`
    pub slots: &'a Input,
    /// `ctkvScale` and `qNopeScale`
    pub scales: [&'a Option<Input>; 2],
    /// `epsilon`
    pub epsilon: f64,
    /// Attributes that have one value each: name, value, what it has to be.
    pub fixed: [(&'static str, i64, i64); 6],
    /// `cacheMode`
    pub cache_mode: i64,
    /// `quantMode`
    pub quant_mode: i64,
    /// `doRmsNorm`
    pub do_rms_norm: bool,
    /// `qOutOut` and `qRopeOutOut`
    pub queries: (&'a ConstOutput, Option<&'a ConstOutput>),
    /// `kvCacheOutOut` and `krCacheOutOut`
    pub caches: (&'a ConstInOut, Option<&'a ConstInOut>),
    /// `qDownOutOut`, if it is written
    pub query_norm: Option<Option<&'a ConstOutput>>,
}

/// Sizes that shapes of tensors give.
struct Extents {
    tokens: i64,
    width: i64,
    latent: i64,
    heads: i64,
    depth: i64,
}

fn null(arg: &'static str) -> Error {
    Reason::Null { arg }.into()
}

/// Returns true if a number is a multiple of another, in a range.
fn fits(number: i64, [least, most, of]: [i64; 3]) -> bool {
    (least..=most).contains(&number) && number % of == 0
}

impl Preprocess<'_> {
    /// Checks and plans the queries and keys. Tensors that are not there are refused with 161001.
    pub fn plan(&self) -> Planned {
        needs_chip(&[Generation::Ascend910B])?;
        match self.cos_and_sin {
            [Some(_), None] => return Err(null("sin").into()),
            [None, Some(_)] => return Err(null("cos").into()),
            _ => {}
        }
        self.input.dtype_in(TOKENS)?;
        let [first, second] = &self.products;
        for of in [first, second] {
            for tensor in [of.norm[0], of.norm[1], of.scale] {
                tensor.same_dtype(self.input)?;
            }
            of.offset.dtype_in(CODES)?;
            of.weight.dtype_in(CODES)?;
            combination(
                &[
                    ("input", Some(self.input)),
                    (of.descale.name(), Some(of.descale)),
                ],
                &SCALES,
            )?;
            if let Some(bias) = present(of.bias) {
                bias.dtype_in(INTEGERS)?;
            }
        }
        self.slots.dtype_in(INTEGERS)?;
        let optional = [
            self.cos_and_sin[0],
            self.cos_and_sin[1],
            self.kv_cache_rope,
            self.scales[0],
            self.scales[1],
        ];
        let mut same: Vec<&TensorArg> = vec![self.gamma_keys, self.weight_uk];
        same.extend(optional.into_iter().flatten().map(|tensor| &**tensor));
        same.extend(self.queries.1.map(|tensor| &**tensor));
        same.extend(self.caches.1.map(|tensor| &**tensor));
        same.extend(self.query_norm.flatten().map(|tensor| &**tensor));
        same.into_iter()
            .try_for_each(|tensor| tensor.same_dtype(self.input))?;
        let wanted = match self.cache_mode {
            CODES_IN_BLOCKS => Dtype::I8,
            _ => self.input.dtype()?,
        };
        let of_mode: [&TensorArg; 3] = [self.kv_cache, self.caches.0, self.queries.0];
        of_mode
            .into_iter()
            .try_for_each(|tensor| tensor.dtype_is(wanted))?;
        let is_other = |reason: &Reason| !matches!(reason, Reason::Null { .. });
        self.planned()
            .code_if(is_other, ACLNN_ERR_INNER_TILING_ERROR)
    }

    fn extents(&self) -> Result<Extents> {
        let &[tokens, width] = self.input.shape() else {
            return Err(self.input.shape_refused("tokens, elements"));
        };
        if !(0..=256).contains(&tokens) || !fits(width, [2048, 10240, 256]) {
            let allowed = "up to 256 tokens of a multiple of 256 elements, 2048 to 10240";
            return Err(self.input.shape_refused(allowed));
        }
        let &[heads, depth, LATENT] = self.weight_uk.shape() else {
            let allowed = format!("heads, elements, {LATENT}");
            return Err(self.weight_uk.shape_refused(allowed));
        };
        if !(1..=128).contains(&heads) || !fits(depth, [16, 256, 16]) {
            let allowed = "1 to 128 heads of a multiple of 16 elements up to 256";
            return Err(self.weight_uk.shape_refused(allowed));
        }
        let descale = self.products[0].descale;
        let latent = match *descale.shape() {
            [all] if fits(all - KEYS, [32, 4096, 32]) => all - KEYS,
            _ => {
                let allowed = format!("[{KEYS} and a multiple of 32 up to 4096]");
                return Err(descale.shape_refused(allowed));
            }
        };
        Ok(Extents {
            tokens,
            width,
            latent,
            heads,
            depth,
        })
    }

    /// Attributes.
    fn check_modes(&self) -> Result<()> {
        one_of("cacheMode", self.cache_mode, &[0, 1, 2, 3])?;
        if self.quant_mode != 0 {
            let allowed = "0: the other modes are not implemented, as their page says";
            return Err(Error::value("quantMode", self.quant_mode, allowed));
        }
        for (name, got, allowed) in self.fixed {
            one_of(name, got, &[allowed])?;
        }
        Ok(())
    }

    /// Checks the operands of a product of so many columns and steps.
    fn product(&self, of: &Quantised, shape: [i64; 2]) -> Result<(Codes, PreprocessWeight)> {
        let [columns, steps] = shape;
        for tensor in of.norm {
            tensor.shape_is(&[steps], "a number for each element")?;
        }
        for tensor in [of.scale, of.offset] {
            tensor.shape_is(&[1], "one number")?;
        }
        of.descale
            .shape_is(&[columns], "a number for each column of the weight")?;
        let bias = present(of.bias);
        if let Some(bias) = bias {
            bias.shape_is(&[columns], "a number for each column of the weight")?;
        }
        let (weight, block) = (of.weight, formats::block_of(Dtype::I8));
        let stored = [steps / block, columns / 16, 16, block];
        let storage = match weight.rank() {
            // The shape of the storage, as the page's example makes it.
            4 => {
                weight.shape_is(&stored, "in FRACTAL_NZ")?;
                weight.storage_is(&stored)?;
                if weight.format() != formats::NZ {
                    let allowed = formats::NZ.to_string();
                    return Err(Error::format(weight.name(), weight.format(), allowed));
                }
                weight.contiguous()?;
                weight.read()?
            }
            _ => {
                weight.shape_is(&shape, "columns, elements")?;
                in_blocks(weight)?;
                weight.contiguous()?;
                weight.read_stored()?
            }
        };
        let codes = Codes {
            scale: of.scale.read()?,
            offset: of.offset.read()?,
        };
        let weight = PreprocessWeight {
            stored: storage,
            shape: shape.map(|extent| extent as usize),
            block: block as usize,
            bias: bias.map(Input::read).transpose()?,
            scale: of.descale.read()?,
        };
        Ok((codes, weight))
    }

    /// A cache of rows of so many elements as blocks, rows, heads, pieces and elements.
    fn cache(&self, cache: &ConstInOut, width: i64) -> Result<Arg> {
        let is_blocked = [CODES_IN_BLOCKS, IN_BLOCKS].contains(&self.cache_mode);
        let block = formats::block_of(cache.dtype()?);
        match *cache.shape() {
            [_, pieces, _, own] if is_blocked && [pieces, own] == [width / block, block] => {
                CacheLayout::Pieces.of(&cache.update()?, 1)
            }
            [_, _, 1, own] if own == width => cache_rows(cache, SlotsOf::Token, is_blocked, 1),
            _ => {
                let allowed = match is_blocked {
                    true => format!("[blocks, {}, rows, {block}]", width / block),
                    false => format!("[blocks, rows, 1, {width}]"),
                };
                Err(cache.shape_refused(allowed))
            }
        }
    }

    /// The caches, as blocks, rows, heads, pieces and elements.
    fn caches(&self) -> Result<Vec<Arg>> {
        let (kv, kr) = self.caches;
        self.kv_cache.same_shape(kv)?;
        if self.cache_mode == JOINED {
            return Ok(vec![self.cache(kv, KEYS)?]);
        }
        let kr = kr.ok_or_else(|| null("krCacheOutOut"))?;
        let given = self.kv_cache_rope.as_ref();
        given.ok_or_else(|| null("kvCacheRope"))?.same_shape(kr)?;
        let both = [self.cache(kv, LATENT)?, self.cache(kr, ROPE)?];
        let [first, second] = both.each_ref().map(|arg| &arg.view.layout.shape()[..2]);
        if first != second {
            let allowed = format!("blocks and rows as `{}` has: {first:?}", kv.name());
            return Err(kr.shape_refused(allowed));
        }
        Ok(both.into())
    }

    /// The queries: tokens, heads, elements.
    fn queries(&self, extents: &Extents) -> Result<Vec<Arg>> {
        let (query, rope) = self.queries;
        let write = |out: &ConstOutput, width: i64| {
            let shape = [extents.tokens, extents.heads, width];
            out.shape_is(&shape, "tokens, heads, elements")?;
            out.write()
        };
        if self.cache_mode == JOINED {
            return Ok(vec![write(query, KEYS)?]);
        }
        let rope = rope.ok_or_else(|| null("qRopeOutOut"))?;
        Ok(vec![write(query, LATENT)?, write(rope, ROPE)?])
    }

    fn planned(&self) -> Result<Call> {
        self.check_modes()?;
        let extents = self.extents()?;
        let Extents {
            tokens,
            width,
            latent,
            heads,
            depth,
        } = extents;
        let of_heads = heads * (depth + ROPE);
        let [first, second] = &self.products;
        let (first_codes, first_weight) = self.product(first, [KEYS + latent, width])?;
        let (second_codes, second_weight) = self.product(second, [of_heads, latent])?;
        self.gamma_keys
            .shape_is(&[LATENT], "a number for each latent key")?;
        self.slots.shape_is(&[tokens], "a slot for each token")?;
        let cos_and_sin = match self.cos_and_sin {
            [Some(cos), Some(sin)] => {
                for tensor in [cos, sin] {
                    let reason = "a number for each rotated element of a token";
                    tensor.shape_is(&[tokens, ROPE], reason)?;
                }
                Some([cos.read()?, sin.read()?])
            }
            _ => None,
        };
        let scale = |number: usize, arg: &'static str, allowed: &[i64]| {
            if self.cache_mode != CODES_IN_BLOCKS {
                return Ok(None);
            }
            let tensor = present(self.scales[number]).ok_or_else(|| null(arg))?;
            let count = tensor.numel() as i64;
            if !allowed.contains(&count) {
                return Err(tensor.shape_refused(format!("of {allowed:?} elements")));
            }
            Ok(Some(tensor.read()?.shaped(&[count])?))
        };
        let key_scale = scale(0, "ctkvScale", &[1])?;
        let query_scale = scale(1, "qNopeScale", &[heads, 1])?;
        let caches = self.caches()?;
        let queries = self.queries(&extents)?;
        let query_norm = match self.query_norm {
            None => None,
            Some(None) => return Err(null("qDownOutOut")),
            Some(Some(out)) => {
                out.shape_is(&[tokens, latent], "latent queries")?;
                Some(out.write()?)
            }
        };
        let reads = |[gamma, beta]: [&Input; 2]| Ok::<_, Error>([gamma.read()?, beta.read()?]);
        let mut unread = vec![self.kv_cache.read()?];
        if self.cache_mode != JOINED
            && let Some(cache) = self.kv_cache_rope
        {
            unread.push(cache.read()?);
        }
        let norm = match self.do_rms_norm {
            true => Some(reads(first.norm)?),
            false => {
                unread.extend(reads(first.norm)?);
                None
            }
        };
        if tokens == 0 {
            return Ok(Call::nothing(caches));
        }
        preprocess(Operands {
            input: self.input.read()?,
            norm,
            latent_norm: reads(second.norm)?,
            gamma_keys: self.gamma_keys.read()?,
            epsilon: self.epsilon,
            codes: [first_codes, second_codes],
            weights: [first_weight, second_weight],
            weight_uk: self.weight_uk.read()?,
            cos_and_sin,
            slots: self.slots.read()?,
            caches,
            key_scale,
            queries,
            query_scale,
            query_norm,
            unread,
        })
    }
}
