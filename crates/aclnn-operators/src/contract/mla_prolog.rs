//! Prolog of latent attention: one description of all versions. Types are refused with 161002, all else with 561002.

use super::combinations::combination;
use super::fused_caches::cache_rows;
use super::sparse::{one_of, present};
use super::weights::in_blocks;
use super::{Dtypes, formats, on_910, on_all};
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::Code;
use crate::argument::{ConstOutput, InOut, Input, MutText, TensorArg};
use crate::device::soc::{Generation, generation};
use crate::error::{Error, Reason, Result};
use crate::ops::cache::SlotsOf;
use crate::ops::mla::{Cache, Caches, Places, Prolog as Operands, Weight, prolog};
use crate::ops::{Arg, Call};
use crate::tensor::Dtype;

const BF16: Dtypes = on_910(&[]).and_910b(&[Dtype::Bf16]);
const INDEX: Dtypes = on_all(&[Dtype::I64]);
const ENDS: Dtypes = on_all(&[Dtype::I32]);
/// Tokens of the first two versions.
const OLD_TOKENS: [Dtypes; 2] = [
    on_910(&[]).and_910b(&[Dtype::Bf16]),
    on_910(&[]).and_910b(&[Dtype::Bf16, Dtype::I8]),
];
const TOKENS: Dtypes = on_910(&[])
    .and_910b(&[Dtype::Bf16, Dtype::I8])
    .and_950(&[Dtype::F8E4m3fn, Dtype::Hifloat8]);

/// `tokenX`, `weightDq`, `weightUqQr`, `weightDkvKr`, both caches, `queryOut`. The first three rows are those of the first version, the first five those of the second, the first seven those of
/// the later ones on other chips than Ascend950.
const TOGETHER: [&str; 13] = [
    "bf16 | bf16 | bf16 | bf16 | bf16 | bf16 | bf16",
    "bf16 | bf16 | i8 | bf16 | bf16 | bf16 | bf16",
    "bf16 | bf16 | i8 | bf16 | i8 | i8 | bf16",
    "i8 | i8 | i8 | i8 | bf16 | bf16 | bf16",
    "i8 | i8 | i8 | i8 | i8 | bf16 | i8",
    "bf16 | bf16 | i8 | bf16 | i8 | bf16 | bf16",
    "i8 | i8 | i8 | i8 | i8 | bf16 | bf16",
    "e4m3 | e4m3 | e4m3 | e4m3 | bf16 | bf16 | bf16",
    "e4m3 | e4m3 | e4m3 | e4m3 | e4m3 | bf16 | e4m3",
    "e4m3 | e4m3 | e4m3 | e4m3 | e4m3 | bf16 | bf16",
    "hif8 | hif8 | hif8 | hif8 | bf16 | bf16 | bf16",
    "hif8 | hif8 | hif8 | hif8 | hif8 | bf16 | hif8",
    "hif8 | hif8 | hif8 | hif8 | hif8 | bf16 | bf16",
];

const WIDTHS: [i64; 9] = [1024, 2048, 3072, 4096, 5120, 6144, 7168, 7680, 8192];
const LATENT: i64 = 512;
const ROPE: i64 = 64;
const LARGEST_BLOCK: i64 = 1024;
/// Latent elements that share a factor in the rows of one cache.
const TILE: i64 = 128;
/// Bytes of such a row: codes, rotated elements in BFLOAT16, and a FLOAT factor for each tile.
const JOINED: i64 = LATENT + 2 * ROPE + LATENT / TILE * 4;

/// Modes of weights and of caches (`weightQuantMode`, `kvCacheQuantMode`).
const MX: i64 = 3;
const PER_TENSOR: i64 = 1;
const PER_CHANNEL: i64 = 2;
const PER_TILE: i64 = 3;

/// The arguments that all versions have.
pub struct Prolog<'a> {
    /// `tokenX`
    pub token_x: &'a Input,
    /// `weightDq`
    pub weight_dq: &'a Input,
    /// `weightUqQr`
    pub weight_uq_qr: &'a Input,
    /// `weightUk`
    pub weight_uk: &'a Input,
    /// `weightDkvKr`
    pub weight_dkv_kr: &'a Input,
    /// `rmsnormGammaCq` and `rmsnormGammaCkv`
    pub gammas: [&'a Input; 2],
    /// `ropeSin` and `ropeCos`
    pub ropes: [Option<&'a Input>; 2],
    /// `cacheIndex`
    pub cache_index: Option<&'a Input>,
    /// `kvCacheRef` and `krCacheRef`
    pub caches: [&'a InOut; 2],
    /// `dequantScaleXOptional`
    pub scale_x: &'a Option<Input>,
    /// `dequantScaleWDqOptional`, `dequantScaleWUqQrOptional` and `dequantScaleWDkvKrOptional`
    pub weight_scales: [&'a Option<Input>; 3],
    /// `quantScaleCkvOptional` and `quantScaleCkrOptional`
    pub cache_scales: [&'a Option<Input>; 2],
    /// `smoothScalesCqOptional`
    pub smooth: &'a Option<Input>,
    /// `rmsnormEpsilonCq` and `rmsnormEpsilonCkv`
    pub epsilons: [f64; 2],
    /// `cacheModeOptional`
    pub cache_mode: &'a Option<MutText>,
    /// `queryOut`
    pub query: &'a ConstOutput,
    /// `queryRopeOut`
    pub query_rope: &'a ConstOutput,
    /// `dequantScaleQNopeOutOptional`
    pub query_scale: Option<&'a ConstOutput>,
    /// Parameters of some versions.
    pub options: Options<'a>,
}

/// Parameters of some versions. A version that adds one adds a field.
pub struct Options<'a> {
    /// 1 to 4.
    pub version: usize,
    /// `weightQuantMode`, `kvCacheQuantMode`, `queryQuantMode`, `ckvkrRepoMode`, `quantScaleRepoMode` and `tileSize`; nothing where types say it.
    pub modes: Option<[i64; 6]>,
    /// `actualSeqLenOptional`
    pub ends: Option<&'a Input>,
    /// `kNopeClipAlphaOptional`
    pub clip: Option<&'a Input>,
    /// `qcQrScale` and `kcScale`
    pub factors: [f64; 2],
    /// `doRope`
    pub do_rope: bool,
    /// `queryNormOutOptional`
    pub query_norm: Option<&'a ConstOutput>,
    /// `dequantScaleQNormOutOptional`
    pub query_norm_scale: Option<&'a ConstOutput>,
}

/// Rows and columns of a weight, which may show the dimensions of its storage in FRACTAL_NZ: blocks of columns, blocks of 16 rows, rows and columns of a block.
fn matrix(weight: &Input) -> Result<[i64; 2]> {
    match *weight.shape() {
        [rows, columns] => Ok([rows, columns]),
        [outer, inner, 16, block]
            if weight.format() == formats::NZ && block == formats::block_of(weight.dtype()?) =>
        {
            Ok([inner.saturating_mul(16), outer.saturating_mul(block)])
        }
        _ => Err(weight.shape_refused("a matrix")),
    }
}

impl Options<'_> {
    /// Those of the versions that have no parameters of modes.
    pub fn of(version: usize) -> Self {
        Self {
            version,
            modes: None,
            ends: None,
            clip: None,
            factors: [1.0; 2],
            do_rope: true,
            query_norm: None,
            query_norm_scale: None,
        }
    }
}

/// Sizes that shapes of tensors give.
struct Extents {
    sequences: i64,
    rows: i64,
    is_flat: bool,
    width: i64,
    latent: i64,
    heads: i64,
    depth: i64,
}

fn given(tensor: Option<&ConstOutput>) -> Option<&ConstOutput> {
    tensor.filter(|tensor| !tensor.is_empty())
}

/// Modes of quantisation.
#[derive(Clone, Copy)]
struct Modes {
    weight: i64,
    cache: i64,
    /// True if tokens and all weights are codes.
    is_full: bool,
    /// The type of latent queries for the second product.
    codes: Option<Dtype>,
}

impl Modes {
    fn is_mx(self) -> bool {
        self.weight == MX
    }
}

impl Prolog<'_> {
    /// Checks and plans the prolog.
    pub fn plan(&self) -> Planned {
        let version = self.options.version;
        let is_late = version > 2;
        self.token_x.dtype_in(if is_late {
            TOKENS
        } else {
            OLD_TOKENS[version - 1]
        })?;
        let [kv_cache, kr_cache] = self.caches;
        let types: [(&'static str, Option<&TensorArg>); 7] = [
            ("tokenX", Some(self.token_x)),
            ("weightDq", Some(self.weight_dq)),
            ("weightUqQr", Some(self.weight_uq_qr)),
            ("weightDkvKr", Some(self.weight_dkv_kr)),
            ("kvCacheRef", Some(kv_cache)),
            ("krCacheRef", Some(kr_cache)),
            ("queryOut", Some(self.query)),
        ];
        let count = match (version, generation()) {
            (1, _) => 3,
            (2, _) => 5,
            (_, Generation::Ascend950) => TOGETHER.len(),
            _ => 7,
        };
        combination(&types, &TOGETHER[..count])?;
        let always = [self.weight_uk, self.gammas[0], self.gammas[1]];
        for tensor in always.into_iter().chain(self.ropes.into_iter().flatten()) {
            tensor.dtype_in(BF16)?;
        }
        self.query_rope.dtype_in(BF16)?;
        if let Some(index) = self.cache_index {
            index.dtype_in(INDEX)?;
        }
        if let Some(ends) = self.options.ends {
            ends.dtype_in(ENDS)?;
        }
        let modes = self.modes()?;
        let [dq, uq_qr, dkv_kr] = self.weight_scales;
        let [ckv, ckr] = self.cache_scales;
        let of_codes = if modes.is_mx() {
            Dtype::F8E8m0
        } else {
            Dtype::F32
        };
        let floats = [present(ckv), present(ckr), present(self.smooth)];
        let floats = floats.into_iter().chain([self.options.clip]);
        let own = floats.flatten().map(|scale| (scale, Dtype::F32));
        let of_weights = [self.scale_x, dq, uq_qr, dkv_kr].into_iter();
        let of_weights = of_weights.filter_map(|scale| Some((present(scale)?, of_codes)));
        for (scale, wanted) in own.chain(of_weights) {
            scale.dtype_is(wanted)?;
        }
        let results = [
            (self.query_scale, Dtype::F32),
            (self.options.query_norm, modes.codes.unwrap_or(Dtype::Bf16)),
            (self.options.query_norm_scale, of_codes),
        ];
        for (result, wanted) in results {
            if let Some(result) = given(result) {
                result.dtype_is(wanted)?;
            }
        }
        self.planned(modes).code(ACLNN_ERR_INNER_TILING_ERROR)
    }

    /// The modes that types say, with that of microscaling, which they do not.
    fn modes(&self) -> Result<Modes> {
        let tokens = self.token_x.dtype()?;
        let codes = Some(self.weight_uq_qr.dtype()?).filter(|&dtype| dtype != Dtype::Bf16);
        let given = self.options.modes.map(|[weight, ..]| weight);
        let weight = match tokens {
            Dtype::Bf16 => i64::from(codes.is_some()),
            Dtype::I8 => 2,
            Dtype::F8E4m3fn if given == Some(MX) => MX,
            Dtype::F8E4m3fn => 4,
            _ => 5,
        };
        let [kv_cache, kr_cache] = self.caches;
        let cache = match (kv_cache.dtype()?, kr_cache.dtype()?, self.query.dtype()?) {
            (Dtype::Bf16, ..) => 0,
            (_, Dtype::Bf16, Dtype::Bf16) => PER_TILE,
            (_, Dtype::Bf16, _) => PER_TENSOR,
            _ => PER_CHANNEL,
        };
        Ok(Modes {
            weight,
            cache,
            is_full: tokens != Dtype::Bf16,
            codes,
        })
    }

    fn check_modes(&self, modes: Modes) -> Result<()> {
        let Some([weight, cache, query, keys, scales, tile]) = self.options.modes else {
            return Ok(());
        };
        let is_joined = i64::from(modes.cache == PER_TILE);
        let wanted = [
            ("weightQuantMode", weight, modes.weight),
            ("kvCacheQuantMode", cache, modes.cache),
            (
                "queryQuantMode",
                query,
                i64::from(modes.cache == PER_TENSOR),
            ),
            ("ckvkrRepoMode", keys, is_joined),
            ("quantScaleRepoMode", scales, is_joined),
        ];
        for (name, got, wanted) in wanted {
            if got != wanted {
                let allowed = format!("{wanted}, as the types of tensors say");
                return Err(Error::value(name, got, allowed));
            }
        }
        if modes.cache == PER_TILE {
            one_of("tileSize", tile, &[TILE])?;
        }
        Ok(())
    }

    fn extents(&self) -> Result<Extents> {
        let (sequences, rows, width, is_flat) = match *self.token_x.shape() {
            [tokens, width] => (1, tokens, width, true),
            [batch, rows, width] => (batch, rows, width, false),
            _ => return Err(self.token_x.shape_refused("(T, He) or (B, S, He)")),
        };
        if !WIDTHS.contains(&width) {
            let allowed = "1024, 2048, 3072, 4096, 5120, 6144, 7168, 7680 or 8192 elements";
            return Err(self.token_x.shape_refused(allowed));
        }
        let is_late = self.options.version > 2;
        let latent = match matrix(self.weight_dq)? {
            [own, latent] if own == width && (latent == 1536 || is_late && latent == 2048) => {
                latent
            }
            _ => {
                let more = if is_late { " or 2048" } else { "" };
                return Err(self
                    .weight_dq
                    .shape_refused(format!("[{width}, 1536{more}]")));
            }
        };
        let (heads, depth) = match *self.weight_uk.shape() {
            [heads, depth, LATENT] if depth == 128 || is_late && depth == 192 => (heads, depth),
            _ => {
                let more = if is_late { " or 192" } else { "" };
                return Err(self
                    .weight_uk
                    .shape_refused(format!("[heads, 128{more}, {LATENT}]")));
            }
        };
        let is_any = self.options.version == 4;
        if !(1..=128).contains(&heads) || !is_any && heads.count_ones() != 1 {
            let allowed = if is_any {
                "1 to 128 heads"
            } else {
                "a power of two up to 128 heads"
            };
            return Err(self.weight_uk.shape_refused(allowed));
        }
        let of_heads = heads * (depth + ROPE);
        for (weight, wanted) in [
            (self.weight_uq_qr, [latent, of_heads]),
            (self.weight_dkv_kr, [width, LATENT + ROPE]),
        ] {
            if matrix(weight)? != wanted {
                return Err(weight.shape_refused(format!("{wanted:?}")));
            }
        }
        self.gammas[0].shape_is(&[latent], "a number for each latent query")?;
        self.gammas[1].shape_is(&[LATENT], "a number for each latent key")?;
        Ok(Extents {
            sequences,
            rows,
            is_flat,
            width,
            latent,
            heads,
            depth,
        })
    }

    fn weight(&self, weight: &Input, scale: Option<&Input>) -> Result<Weight> {
        let stored = match weight.rank() {
            4 => {
                weight.storage_is(weight.shape())?;
                weight.contiguous()?;
                weight.read()?
            }
            _ => {
                in_blocks(weight)?;
                weight.contiguous()?;
                weight.read_stored()?
            }
        };
        let [rows, columns] = matrix(weight)?;
        Ok(Weight {
            stored,
            shape: [rows as usize, columns as usize],
            block: formats::block_of(weight.dtype()?) as usize,
            scale: scale.map(Input::read).transpose()?,
        })
    }

    fn planned(&self, modes: Modes) -> Result<Call> {
        self.check_modes(modes)?;
        let options = &self.options;
        let is_late = options.version > 2;
        let extents = self.extents()?;
        let Extents {
            sequences,
            rows,
            is_flat,
            width,
            latent,
            heads,
            ..
        } = extents;
        let tokens = sequences * rows;
        let shape = |more: &[i64]| match is_flat {
            true => [&[rows], more].concat(),
            false => [&[sequences, rows], more].concat(),
        };
        let [dq, uq_qr, dkv_kr] = self.weight_scales;
        let [ckv, ckr] = self.cache_scales;
        let of_heads = heads * (extents.depth + ROPE);
        // Of rows and columns, or of columns and blocks of rows.
        let of_weight = |[rows, columns]: [i64; 2]| match modes.is_mx() {
            true => vec![columns, rows / 32],
            false => vec![1, columns],
        };
        let (of_tokens, short) = match modes.is_mx() {
            true => (vec![tokens, width / 32], None),
            false => (vec![tokens, 1], Some(vec![tokens])),
        };
        let scale_x = (self.scale_x, modes.is_full && tokens > 0);
        let scale_x = match present(self.scale_x).map(|scale| scale.shape()) {
            Some(own) if modes.is_full && short.as_deref() == Some(own) => self.scale_x.as_ref(),
            _ => scale("dequantScaleXOptional", scale_x, &of_tokens)?,
        };
        let full = |of| (of, modes.is_full);
        let dq = scale(
            "dequantScaleWDqOptional",
            full(dq),
            &of_weight([width, latent]),
        )?;
        let uq_qr = scale(
            "dequantScaleWUqQrOptional",
            (uq_qr, modes.codes.is_some()),
            &of_weight([latent, of_heads]),
        )?;
        let dkv_kr = scale(
            "dequantScaleWDkvKrOptional",
            full(dkv_kr),
            &of_weight([width, LATENT + ROPE]),
        )?;
        let is_given = [PER_TENSOR, PER_CHANNEL].contains(&modes.cache);
        let of_cache = match modes.cache {
            PER_TENSOR if is_late => vec![1],
            _ => vec![1, LATENT],
        };
        let ckv = scale("quantScaleCkvOptional", (ckv, is_given), &of_cache)?;
        let is_given = modes.cache == PER_CHANNEL;
        let ckr = scale("quantScaleCkrOptional", (ckr, is_given), &[1, ROPE])?;
        let smooth = match present(self.smooth) {
            None => None,
            Some(_) => {
                let is_read = modes.codes.is_some() && !modes.is_mx();
                scale(
                    "smoothScalesCqOptional",
                    (self.smooth, is_read),
                    &[1, latent],
                )?
            }
        };
        let [sin, cos] = self
            .ropes
            .map(|tensor| tensor.filter(|tensor| options.do_rope || !tensor.is_empty()));
        let cos_and_sin = match (options.do_rope, cos, sin) {
            (false, None, None) => None,
            (false, ..) => {
                return Err(Error::value(
                    "ropeSin",
                    "a tensor",
                    "null without `doRope`, as `ropeCos`",
                ));
            }
            (true, Some(cos), Some(sin)) => {
                for tensor in [cos, sin] {
                    tensor.shape_is(
                        &shape(&[ROPE]),
                        "a number for each rotated element of a token",
                    )?;
                }
                Some([cos, sin])
            }
            (true, None, _) => return Err(Reason::Null { arg: "ropeCos" }.into()),
            (true, _, None) => return Err(Reason::Null { arg: "ropeSin" }.into()),
        };
        self.query
            .shape_is(&shape(&[heads, LATENT]), "latent queries of all heads")?;
        self.query_rope
            .shape_is(&shape(&[heads, ROPE]), "rotated elements of all heads")?;
        let query_scale = result(
            ("dequantScaleQNopeOutOptional", self.query_scale),
            // The second version takes a tensor that is not written.
            (modes.cache == PER_TENSOR && tokens > 0, !is_late),
            &[tokens, heads, 1],
        )?;
        let query_norm = given(options.query_norm);
        if let Some(norm) = query_norm {
            norm.shape_is(&shape(&[latent]), "latent queries")?;
        }
        let each = if modes.is_mx() { latent / 32 } else { 1 };
        let query_norm_scale = result(
            ("dequantScaleQNormOutOptional", options.query_norm_scale),
            (query_norm.is_some() && modes.codes.is_some(), false),
            &[tokens, each],
        )?;
        let (places, caches) = self.caches(&extents, modes, [ckv, ckr])?;
        let weights = [
            self.weight(self.weight_dq, dq)?,
            self.weight(self.weight_uq_qr, uq_qr)?,
            self.weight(self.weight_dkv_kr, dkv_kr)?,
        ];
        if tokens == 0 {
            let untouched = self.caches.map(|cache| cache.update());
            return Ok(Call::nothing(
                untouched.into_iter().collect::<Result<Vec<_>>>()?,
            ));
        }
        let with_rows = |arg: Arg| match is_flat {
            true => arg.viewed(arg.view.layout.with_axis(0)),
            false => Ok(arg),
        };
        let read = |tensor: Option<&Input>| tensor.map(Input::read).transpose();
        let write = |tensor: Option<&ConstOutput>| tensor.map(|out| out.write()).transpose();
        let query_scale = match (query_scale, ckv) {
            // One number, the first.
            (Some(out), Some(ckv)) => {
                let all = ckv.read()?;
                let last = all.view.layout.rank() - 1;
                let first = all.viewed(all.view.layout.sliced(last, 0, 1, 1))?;
                Some([out.write()?, first])
            }
            _ => None,
        };
        let [weight_dq, weight_uq_qr, weight_dkv_kr] = weights;
        prolog(Operands {
            token_x: with_rows(self.token_x.read()?)?,
            token_scale: read(scale_x)?,
            weight_dq,
            weight_uq_qr,
            weight_uk: self.weight_uk.read()?,
            weight_dkv_kr,
            gamma_cq: self.gammas[0].read()?,
            gamma_ckv: self.gammas[1].read()?,
            cos_and_sin: match cos_and_sin {
                Some([cos, sin]) => Some([with_rows(cos.read()?)?, with_rows(sin.read()?)?]),
                None => None,
            },
            places,
            caches,
            codes: modes.codes,
            smooth: read(smooth)?,
            epsilons: self.epsilons,
            factors: options.factors,
            query: with_rows(self.query.write()?)?,
            query_rope: with_rows(self.query_rope.write()?)?,
            query_scale,
            query_norm: write(query_norm)?,
            query_norm_scale: write(query_norm_scale)?,
        })
    }

    /// Returns the places of tokens in the caches, and the caches that have rows.
    fn caches(
        &self,
        extents: &Extents,
        modes: Modes,
        scales: [Option<&Input>; 2],
    ) -> Result<(Places, Caches)> {
        let is_late = self.options.version > 2;
        let is_joined = modes.cache == PER_TILE;
        let mode = self.cache_mode.as_deref().unwrap_or("PA_BSND");
        let (slots, is_nz) = match (mode, is_late) {
            ("PA_BSND", _) => (Some(SlotsOf::Token), false),
            ("PA_NZ", _) if !is_joined => (Some(SlotsOf::Token), true),
            ("PA_BLK_BSND", true) if !is_joined => (Some(SlotsOf::Block), false),
            ("PA_BLK_NZ", true) if !is_joined => (Some(SlotsOf::Block), true),
            ("BSND", true) if !extents.is_flat => (None, false),
            ("TND", true) if extents.is_flat => (None, false),
            _ => {
                let allowed = match (is_late, is_joined) {
                    (false, _) => "PA_BSND or PA_NZ",
                    (true, false) => {
                        "PA_BSND, PA_NZ, PA_BLK_BSND, PA_BLK_NZ, with (B, S, He) BSND, with (T, He) TND"
                    }
                    (true, true) => {
                        "PA_BSND, with (B, S, He) BSND, with (T, He) TND, for keys in rows of one cache"
                    }
                };
                let got = format!("{mode:?}");
                return Err(Error::value("cacheModeOptional", got, allowed));
            }
        };
        let outer = match (slots, extents.is_flat) {
            (Some(_), _) => None,
            (None, true) => Some(vec![extents.rows]),
            (None, false) => Some(vec![extents.sequences, extents.rows]),
        };
        let [kv_cache, kr_cache] = self.caches;
        let kv_width = if is_joined { JOINED } else { LATENT };
        let mut room = [0, 1];
        let check = |cache: &InOut, width: i64| match (&outer, cache.shape()) {
            (Some(outer), _) => {
                let wanted = [&outer[..], &[1, width]].concat();
                cache.shape_is(&wanted, "a row for each token")
            }
            (None, &[_, size, 1, own])
                if own == width && size % 16 == 0 && (1..=LARGEST_BLOCK).contains(&size) =>
            {
                Ok(())
            }
            _ => {
                let allowed =
                    format!("[blocks, a multiple of 16 rows up to {LARGEST_BLOCK}, 1, {width}]");
                Err(cache.shape_refused(allowed))
            }
        };
        check(kv_cache, kv_width)?;
        if let (Some(_), &[blocks, size, ..]) = (slots, kv_cache.shape()) {
            room = [blocks, size];
        }
        if is_joined {
            if !kr_cache.is_empty() {
                return Err(
                    kr_cache.shape_refused("an empty tensor: keys are in rows of one cache")
                );
            }
        } else {
            check(kr_cache, ROPE)?;
            if slots.is_some() && kr_cache.shape()[..2] != room {
                let allowed = format!("{room:?} blocks and rows, as `{}`", kv_cache.name());
                return Err(kr_cache.shape_refused(allowed));
            }
        }
        let mut places = Places::Own;
        if let Some(of) = slots {
            let name = if is_late {
                "cacheIndexOptional"
            } else {
                "cacheIndex"
            };
            let index = self.cache_index.ok_or(Reason::Null { arg: name })?;
            let mut ends = None;
            let of_sequence = (extents.rows + room[1] - 1) / room[1];
            match (of, extents.is_flat) {
                (SlotsOf::Block, true) => {
                    index.rank_in(1..=1)?;
                    let name = "actualSeqLenOptional";
                    let given = self.options.ends.ok_or(Reason::Null { arg: name })?;
                    given.rank_in(1..=1)?;
                    ends = Some(given.read()?);
                }
                (SlotsOf::Block, false) => {
                    index.shape_is(
                        &[extents.sequences, of_sequence],
                        "a number for each block of a sequence",
                    )?;
                }
                (_, true) => index.shape_is(&[extents.rows], "a slot for each token")?,
                (_, false) => {
                    index.shape_is(&[extents.sequences, extents.rows], "a slot for each token")?
                }
            }
            let index = index.read()?;
            places = match of {
                SlotsOf::Block => Places::Blocks {
                    index,
                    ends,
                    room: room.map(|extent| extent as usize),
                },
                _ => Places::Slots(index),
            };
        }
        if kv_cache.is_empty() {
            return Ok((Places::Own, Caches::Absent));
        }
        let tokens = extents.sequences * extents.rows;
        if is_joined {
            let arg = kv_cache.update()?;
            let clip = match (modes.codes, self.options.clip) {
                (Some(Dtype::I8), None) => {
                    let arg = "kNopeClipAlphaOptional";
                    return Err(Reason::Null { arg }.into());
                }
                (Some(Dtype::I8), Some(clip)) => {
                    clip.shape_is(&[1], "one number")?;
                    Some(clip.read()?)
                }
                _ => None,
            };
            let caches = Caches::Joined {
                rows: match slots {
                    Some(_) => arg,
                    None => arg.shaped(&[1, tokens, 1, JOINED])?,
                },
                tile: TILE as usize,
                clip,
            };
            return Ok((places, caches));
        }
        let cache = |cache: &InOut, width: i64, scale: Option<&Input>| -> Result<Cache> {
            let rows = match slots {
                Some(of) => cache_rows(cache, of, is_nz, 1)?,
                None => cache.update()?.shaped(&[1, tokens, 1, 1, width])?,
            };
            let scale = scale.map(Input::read).transpose()?;
            Ok(Cache { rows, scale })
        };
        let [ckv, ckr] = scales;
        let mut latent = cache(kv_cache, LATENT, ckv)?;
        if modes.cache == PER_TENSOR
            && let Some(all) = &latent.scale
        {
            // One number, the first.
            let last = all.view.layout.rank() - 1;
            latent.scale = Some(all.viewed(all.view.layout.sliced(last, 0, 1, 1))?);
        }
        let rotated = cache(kr_cache, ROPE, ckr)?;
        Ok((places, Caches::Apart([latent, rotated])))
    }
}

/// A factor that is there exactly where codes need it.
fn scale<'s>(
    name: &'static str,
    (scale, is_needed): (&'s Option<Input>, bool),
    shape: &[i64],
) -> Result<Option<&'s Input>> {
    match (present(scale), is_needed) {
        (None, true) => Err(Reason::Null { arg: name }.into()),
        (None, false) => Ok(None),
        (Some(scale), false) => {
            let got = format!("of shape {:?}", scale.shape());
            Err(Error::value(name, got, "null in this mode"))
        }
        (Some(scale), true) => {
            scale.shape_is(shape, "as the mode has it")?;
            Ok(Some(scale))
        }
    }
}

/// A result that is there exactly where codes have it, or is not written where it may be there nevertheless.
fn result<'s>(
    (name, out): (&'static str, Option<&'s ConstOutput>),
    (is_needed, may_be_there): (bool, bool),
    shape: &[i64],
) -> Result<Option<&'s ConstOutput>> {
    match (given(out), is_needed) {
        (None, true) => Err(Reason::Null { arg: name }.into()),
        (None, false) => Ok(None),
        (Some(_), false) if may_be_there => Ok(None),
        (Some(_), false) => Err(Error::value(name, "a tensor", "null in this mode")),
        (Some(out), true) => {
            out.shape_is(shape, "as the mode has it")?;
            Ok(Some(out))
        }
    }
}
