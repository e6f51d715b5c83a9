//! `aclnnGridSampler3D`: samples of volumes at the points of a grid. Source: ops-cv, `image/grid_sample`.

use crate::contract::grids::GridSampling;
use crate::prelude::*;

static SAMPLES: GridSampling = GridSampling::new(3, FLOATING_EVERYWHERE);

/// Writes a sample of each channel of `input` at each point of `grid`, whose numbers go from -1 to 1 across the volumes, that of the last axis first.
/// `interpolationMode` 0: of the elements beside the point, by their distances; 1: the nearest element. `paddingMode` 0: zeros
/// outside; 1: the elements at the edge; 2: the elements mirrored there. With `alignCorners` -1 and 1 are the middles of the first and last elements, otherwise their
/// outer edges.
#[aclnn]
fn aclnnGridSampler3D(
    input: Input,
    grid: Input,
    interpolation_mode: i64,
    padding_mode: i64,
    align_corners: bool,
    out: Output,
) -> Planned {
    let modes = (interpolation_mode, padding_mode, align_corners);
    SAMPLES.forward(&input, &grid, modes, &out)
}
