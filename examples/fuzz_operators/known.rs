//! Calls of operators whose arguments names alone do not tell: letters stand for extents that agree, `T` for a floating-point type.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::case::{Argument, Case};
use crate::dtype::{self, BFLOAT16, FLOAT, FLOAT16};
use crate::library::Operator;
use crate::templates;
use crate::text;
use hostnpu_test_support::Random;

/// Beginnings of operators' names with arguments. Those that are optional and not named are null.
const CALLS: &[&str] = &[
    "aclnnFatreluMul input=T[n,2*d] threshold=T[1] out=T[n,d]",
    "aclnnFlashAttentionScoreGrad query=T[b,n,s,d] keyIn=T[b,n,t,d] value=T[b,n,t,d] dy=T[b,n,s,d] softmaxMaxOptional=FLOAT[b,n,s,8]~u1 \
     softmaxSumOptional=FLOAT[b,n,s,8]~o1 attentionInOptional=T[b,n,s,d] keepProb=1 preTokens=65536 nextTokens=65536 headNum=n inputLayout=\"BNSD\" \
     innerPrecise=0 sparseMode=0 pseType=1 dqOut=T[b,n,s,d] dkOut=T[b,n,t,d] dvOut=T[b,n,t,d] dpseOut=T[0]",
    "aclnnFlashAttentionScore query=T[b,n,s,d] key=T[b,n,t,d] value=T[b,n,t,d] keepProb=1 preTokens=65536 nextTokens=65536 headNum=n inputLayout=\"BNSD\" \
     innerPrecise=0 sparseMode=0 pseType=1 softmaxMaxOut=FLOAT[b,n,s,8] softmaxSumOut=FLOAT[b,n,s,8] softmaxOutOut=T[0] attentionOutOut=T[b,n,s,d]",
    "aclnnFlashAttentionVarLenScore query=T[s,n,d] key=T[t,n,d] value=T[t,n,d] actualSeqQLenOptional=[s] actualSeqKvLenOptional=[t] keepProb=1 \
     preTokens=65536 nextTokens=65536 headNum=n inputLayout=\"TND\" innerPrecise=0 sparseMode=0 pseType=1 softmaxMaxOut=FLOAT[s,n,8] \
     softmaxSumOut=FLOAT[s,n,8] softmaxOutOut=T[0] attentionOutOut=T[s,n,d]",
    "aclnnFlashAttentionUnpaddingScoreGrad query=T[s,n,d] keyIn=T[t,n,d] value=T[t,n,d] dy=T[s,n,d] softmaxMaxOptional=FLOAT[s,n,8]~u1 \
     softmaxSumOptional=FLOAT[s,n,8]~o1 attentionInOptional=T[s,n,d] actualSeqQLenOptional=[s] actualSeqKvLenOptional=[t] keepProb=1 preTokens=65536 \
     nextTokens=65536 headNum=n inputLayout=\"TND\" innerPrecise=0 sparseMode=0 pseType=1 dqOut=T[s,n,d] dkOut=T[t,n,d] dvOut=T[t,n,d] dpseOut=T[0]",
    "aclnnDenseLightningIndexerGradKLLoss query=T[1,2,32,128] key=T[1,3,32,128] queryIndex=T[1,2,8,128] keyIndex=T[1,3,1,128] weights=T[1,2,8] \
     softmaxMax=FLOAT[1,32,2,1]~u1 softmaxSum=FLOAT[1,32,2,1]~u1 softmaxMaxIndex=FLOAT[1,1,2]~u1 softmaxSumIndex=FLOAT[1,1,2]~u1 scaleValue=0.125 \
     layout=\"BSND\" sparseMode=3 preTokens=0 nextTokens=0 dQueryIndex=T[1,2,8,128] dKeyIndex=T[1,3,1,128] dWeights=T[1,2,8] loss=FLOAT[1]",
    "aclnnSparseLightningIndexerGradKLLoss query=T[1,1,32,512] key=T[1,5,1,512] queryIndex=T[1,1,8,128] keyIndex=T[1,5,1,128] weights=T[1,1,8] \
     sparseIndices=INT32[1,1,1,4]~z1 softmaxMax=FLOAT[1,1,1,32]~u1 softmaxSum=FLOAT[1,1,1,32]~u1 scaleValue=0.125 layout=\"BSND\" sparseMode=3 \
     preTokens=0 nextTokens=0 deterministic=false dQueryIndex=T[1,1,8,128] dKeyIndex=T[1,5,1,128] dWeights=T[1,1,8] loss=FLOAT[1]",
    "aclnnMlaPreprocess input=BFLOAT16[2,2048] gamma0=BFLOAT16[2048] beta0=BFLOAT16[2048] quantScale0=BFLOAT16[1]~o1 quantOffset0=INT8[1] \
     wdqkv=INT8[64,38,16,32]@29:64,38,16,32 descale0=FLOAT[608]~u1 bias0=INT32[608] gamma1=BFLOAT16[32] beta1=BFLOAT16[32] quantScale1=BFLOAT16[1]~o1 \
     quantOffset1=INT8[1] wuq=INT8[1,5,16,32]@29:1,5,16,32 descale1=FLOAT[80]~u1 bias1=INT32[80] gamma2=BFLOAT16[512] cos=BFLOAT16[2,64] sin=BFLOAT16[2,64] \
     wuk=BFLOAT16[1,16,512] kvCache=BFLOAT16[2,4,1,512] kvCacheRope=BFLOAT16[2,4,1,64] slotMapping=INT32[2]~z1 wdqDim=1536 qRopeDim=64 kRopeDim=64 \
     epsilon=0.001 qRotaryCoeff=2 kRotaryCoeff=2 transeposeWdq=true transeposeWuq=true transeposeWuk=true cacheMode=1 quantMode=0 doRmsNorm=true \
     wdkvSplitCount=1 qDownOutFlag=true qOutOut=BFLOAT16[2,1,512] kvCacheOutOut=BFLOAT16[2,4,1,512] qRopeOutOut=BFLOAT16[2,1,64] \
     krCacheOutOut=BFLOAT16[2,4,1,64] qDownOutOut=BFLOAT16[2,32]",
    "aclnnNsaSelectedAttentionInfer query=T[1,1,n,192] key=T[1,64,1,192] value=T[1,64,1,128] topkIndices=INT32[1,1,1,2]~z1 blockTableOptional=INT32[1,1]~z1 \
     actualKvSeqLenOptional=[48] numHeads=n numKeyValueHeads=1 selectBlockSize=16 selectBlockCount=2 pageBlockSize=64 scaleValue=0.125 sparseMode=0 \
     output=T[1,1,n,128]",
    "aclnnBlockSparseAttentionGrad dout=T[1,n,s,64] query=T[1,n,s,64] key=T[1,n,t,64] value=T[1,n,t,64] attentionOut=T[1,n,s,64] \
     softmaxLse=FLOAT[1,n,s,1]~u1 qInputLayout=\"BNSD\" kvInputLayout=\"BNSD\" numKeyValueHeads=n maskType=0 scaleValue=0.125 preTokens=2147483647 \
     nextTokens=2147483647 dq=T[1,n,s,64] dk=T[1,n,t,64] dv=T[1,n,t,64]",
    "aclnnBlockSparseAttention query=T[1,n,s,64] key=T[1,n,t,64] value=T[1,n,t,64] qInputLayout=\"BNSD\" kvInputLayout=\"BNSD\" numKeyValueHeads=n maskType=0 \
     scaleValue=0.125 innerPrecise=0 blockSize=0 preTokens=2147483647 nextTokens=2147483647 softmaxLseFlag=0 attentionOut=T[1,n,s,64]",
    "aclnnBlockSparseAttentionV3 query=T[1,n,s,64] key=T[1,n,t,64] value=T[1,n,t,64] qInputLayout=\"BNSD\" kvInputLayout=\"BNSD\" numKeyValueHeads=n maskType=0 \
     scaleValue=0.125 innerPrecise=4 blockSize=0 preTokens=2147483647 nextTokens=2147483647 softmaxLseFlag=0 quantMode=0 dstTypeMax=0 attentionOut=T[1,n,s,64]",
    "aclnnBlockSparseAttentionV2 query=FLOAT8_E4M3FN[1,2,5,64] key=FLOAT8_E4M3FN[1,1,20,64] value=FLOAT8_E4M3FN[1,1,20,64] blockShapeOptional=[4,16] \
     qDequantScaleOptional=FLOAT[1,2,2,1] kDequantScaleOptional=FLOAT[1,1,2,1] vDequantScaleOptional=FLOAT[1,1,2,1] qInputLayout=\"BNSD\" kvInputLayout=\"BNSD\" \
     numKeyValueHeads=1 maskType=0 scaleValue=0.125 innerPrecise=4 blockSize=0 preTokens=2147483647 nextTokens=2147483647 softmaxLseFlag=0 attentionOut=BFLOAT16[1,2,5,64]",
    "aclnnBSASelectBlockMask query=T[1,n,3,128] key=T[1,n,65,128] blockShape=[64,64] qInputLayout=\"BNSD\" kvInputLayout=\"BNSD\" numKeyValueHeads=n scaleValue=0.5 \
     sparsity=0.5 blockSparseMaskOut=INT8[1,n,1,2]",
    "aclnnMsaIndexScore query=FLOAT16[3,2,16] key=FLOAT16[2,128,1,16] blockTableOptional=INT32[1,2]~z1 actualSeqQlenOptional=INT32[2]~z1 actualSeqKlenOptional=INT32[1]~o1 \
     startLoc=INT32[1]~z1 layoutKeyOptional=\"BBND\" sparseMode=0 initBlocks=0 localBlocks=0 score=FLOAT[2,3,16]",
    "aclnnStemOamPrepVarlenQ q=FLOAT8_E4M3FN[3,1,128] qSeqLens=[3] cuSeqLensQ=[0,3] qScale=FLOAT[3,1] stemBlockSize=128 stemStride=16 qFlat=BFLOAT16[1,1,1,2048]",
    "aclnnStemOamPrepPagedKv kCache=FLOAT8_E4M3FN[2,1,64,128] vCache=FLOAT8_E4M3FN[2,1,64,128] kvIndices=INT32[1,1]~z1 kvSeqLens=[5] \
     kScaleCacheOptional=FLOAT[2,1,64,1] vScaleOptional=FLOAT[1] lambdaMag=0.5 kvLayout=\"BNBD\" stemBlockSize=32 stemStride=32 kFlat=BFLOAT16[1,1,1,4096] \
     vBias=FLOAT[1,1,1]",
    "aclnnRainFusionAttention query=T[1,1,4,32] key=T[1,1,t,32] value=T[1,1,t,32] selectIdx=INT64[2,1,1]~z1 selectNumIdx=INT64[2,1]~o1 blockShape=[2,2] \
     qInputLayout=\"BNSD\" kvInputLayout=\"BNSD\" numKeyValueHeads=1 maskType=0 scaleValue=0.125 innerPrecise=0 blockSize=0 attentionOut=T[1,1,4,32]",
    "aclnnConvolution input=T[n,c,h+2,w+2]@0 weight=T[o,c,3,3]@0 stride=[1,1] padding=[0,0] dilation=[1,1] transposed=false outputPadding=[0,0] groups=1 \
     output=T[n,o,h,w]@0 cubeMathType=0",
    "aclnnConvolutionBackward gradOutput=T[n,o,h,w]@0 input=T[n,c,h+2,w+2]@0 weight=T[o,c,3,3]@0 biasSizes=[o] stride=[1,1] padding=[0,0] dilation=[1,1] \
     transposed=false outputPadding=[0,0] groups=1 outputMask=[true,true,true] gradInput=T[n,c,h+2,w+2]@0 gradWeight=T[o,c,3,3]@0 gradBias=T[o] \
     cubeMathType=0",
    "aclnnConvDepthwise2d self=T[n,c,h+2,w+2]@0 weight=T[c,1,3,3]@0 kernelSize=[3,3] stride=[1,1] padding=[0,0] dilation=[1,1] out=T[n,c,h,w]@0 \
     cubeMathType=0",
    "aclnnDeformableConv2d x=T[n,c,h+2,w+2]@0 weight=T[o,c,3,3]@0 offset=T[n,27,h,w]@0 kernelSize=[3,3] stride=[1,1,1,1] padding=[0,0,0,0] \
     dilation=[1,1,1,1] groups=1 deformableGroups=1 modulated=true out=T[n,o,h,w]@0 deformOutOptional=T[n,c,3*h,3*w]@0",
    "aclnnDeformableConv2dBackward input=T[n,c,h+2,w+2]@0 gradOutput=T[n,o,h,w]@0 offsetOut=T[n,c,3*h,3*w]@0 weight=T[o,c,3,3]@0 offset=T[n,27,h,w]@0 \
     kernelSize=[3,3] stride=[1,1,1,1] padding=[0,0,0,0] dilation=[1,1,1,1] groups=1 deformableGroups=1 modulated=true gradInput=T[n,c,h+2,w+2]@0 \
     gradWeight=T[o,c,3,3]@0 gradOffset=T[n,27,h,w]@0 gradBias=T[o]",
    "aclnnIm2colBackward gradOutput=T[n,4*c,h*w] inputSize=[h+1,w+1] kernelSize=[2,2] dilation=[1,1] padding=[0,0] stride=[1,1] out=T[n,c,h+1,w+1]",
    "aclnnSliceV2 self=T[a,b] starts=[0] ends=[1] axes=[0] steps=[1] out=T[1,b]",
    "aclnnQuantFlashAttn q=FLOAT8_E4M3FN[t,2,64] k=FLOAT8_E4M3FN[s,1,64] v=FLOAT8_E4M3FN[s,1,64] qDescale=FLOAT8_E8M0[t,2,1,2] kDescale=FLOAT8_E8M0[s,1,1,2] \
     vDescale=FLOAT8_E8M0[1,1,64,2] cuSeqlensQOptional=INT32[2]~z1 cuSeqlensKvOptional=INT32[2]~z1 metadataOptional=INT32[8]~z1 quantMode=1 softmaxScale=0.125 \
     maskMode=0 winLeft=-1 winRight=-1 maxSeqlenQ=-1 maxSeqlenKV=-1 layoutQ=\"TND\" layoutQDescale=\"TND\" layoutKv=\"TND\" layoutOut=\"TND\" \
     returnSoftmaxLse=false attnOut=BFLOAT16[t,2,64]",
    "aclnnTransConvolutionWeight weightIn=FLOAT16[16*o,16*c,3,3]@0 transposed=false groups=1 weightOut=FLOAT16[16*o,16*c,3,3]@0",
    "aclnnUpsampleBilinear2d self=T[n,c,h,w]@0 outputSize=[x,y] alignCorners=false scalesH=0 scalesW=0 out=T[n,c,x,y]@0",
    "aclnnUpsampleBilinear2dBackward gradOut=T[n,c,x,y]@0 outputSize=[x,y] inputSize=[n,c,h,w] alignCorners=false scalesH=0 scalesW=0 out=T[n,c,h,w]@0",
    "aclnnUpsampleNearest1d self=T[n,c,h]@47 outputSize=[x] scalesL=0 out=T[n,c,x]@47",
    "aclnnUpsampleNearest2d self=T[n,c,h,w]@0 outputSize=[x,y] scalesH=0 scalesW=0 out=T[n,c,x,y]@0",
    "aclnnScatterList varRef=(T[s,t,32];T[s,t,32]) indice=INT64[2]~z1 updates=T[2,s,1,32] reduceOptional=\"update\" axis=-2",
    "aclnnCrossEntropySumExpAndIndexLogit vocabParallelLogits=T[n,v] target=INT32[n]~z1 globalLogitsMax=FLOAT[n] vocabStartIndex=0 vocabEndIndex=v \
     predictedLogitsOut=FLOAT[n] sumExpLogitsOut=FLOAT[n] expLogitsOut=FLOAT[n,v] targetOffsetOut=INT32[n] targetMaskOut=UINT8[n]",
    "aclnnKlDivTargetBackward gradOutput=T[n,m] self=T[n,m] target=T[n,m]~u1 reduction=1 logTarget=false gradTarget=T[n,m]",
    "aclnnAddLora y=FLOAT16[b,16*h] x=FLOAT16[b,16*e] weightB=FLOAT16[w,1,16*h,16] indices=INT32[b]~z1 weightAOptional=FLOAT16[w,1,16,16*e] layerIdx=0 scale=1 \
     yOffset=0 ySliceSize=16*h out=FLOAT16[b,16*h]",
    "aclnnLinalgCholesky self=FLOAT[b,1,1]~o1 upper=false out=FLOAT[b,1,1]",
    "aclnnAddmmWeightNz self=FLOAT16[m,16*n] mat1=FLOAT16[m,16*k] mat2=FLOAT16[16*k,16*n]@29:n,k,16,16 out=FLOAT16[m,16*n] cubeMathType=0",
    "aclnnMatmulWeightNz self=FLOAT16[m,16*k] mat2=FLOAT16[16*k,16*n]@29:n,k,16,16 out=FLOAT16[m,16*n] cubeMathType=0",
    "aclnnBatchMatMulWeightNz self=FLOAT16[b,m,16*k] mat2=FLOAT16[b,16*k,16*n]@29:b,n,k,16,16 out=FLOAT16[b,m,16*n] cubeMathType=0",
    "aclnnTransposeBatchMatMulWeightNz x1=FLOAT16[m,b,16*k] x2=FLOAT16[b,16*k,16*n]@29:b,n,k,16,16 permX1=[1,0,2] permX2=[0,1,2] permY=[1,0,2] \
     cubeMathType=0 batchSplitFactor=1 out=FLOAT16[m,b,16*n]",
    "aclnnEinsum tensors=(T[a];T[b]) equation=\"a,b->ab\" output=T[a,b]",
    "aclnnEinsum tensors=(T[a,b,c,d];T[a,b,c,e,d]) equation=\"abcd,abced->abce\" output=T[a,b,c,e]",
    "aclnnMatmulEmuSplitWeight x=FLOAT[m,k] wHigh=BFLOAT16[k,n] wLow=BFLOAT16[k,n] y=FLOAT[m,n] wLowScale=0.00390625 yDtype=0",
    "aclnnInstanceNorm x=T[n,c,h,w] gamma=T[c] beta=T[c] dataFormat=\"NCHW\" y=T[n,c,h,w] mean=T[n,c,1,1] variance=T[n,c,1,1]",
    "aclnnAdaptiveAvgPool2d self=T[n,c,h,w]@0 outputSize=[x,y] out=T[n,c,x,y]@0",
    "aclnnAvgPool2d self=T[n,c,2*h,2*w]@0 kernelSize=[2,2] strides=[2,2] paddings=[0,0] ceilMode=false countIncludePad=true divisorOverride=0 \
     cubeMathType=0 out=T[n,c,h,w]@0",
    "aclnnAvgPool2dBackward gradOutput=T[n,c,h,w]@0 self=T[n,c,2*h,2*w]@0 kernelSize=[2,2] stride=[2,2] padding=[0,0] ceilMode=false \
     countIncludePad=true divisorOverride=0 cubeMathType=0 gradInput=T[n,c,2*h,2*w]@0",
    "aclnnMaxPool2dWithMask self=T[n,c,4,4]@0 kernelSize=[2,2] stride=[2,2] padding=[0,0] dilation=[1,1] ceilMode=false out=T[n,c,2,2]@0 \
     indices=INT8[n,c,4,64]@0",
    // The mask of contents b4 has one bit for the window.
    "aclnnMaxPool2dWithMaskBackward gradOutput=T[1,1,1,1]@0 self=T[1,1,2,2]@0 indices=INT8[1,1,4,64]@0~b4 kernelSize=[2,2] stride=[2,2] padding=[0,0] \
     dilation=[1,1] ceilMode=false gradInput=T[1,1,2,2]@0",
    "aclnnGRU input=T[t,b,i] params=(T[3*h,i];T[3*h,h];T[3*h];T[3*h]) hx=T[1,b,h] hasBias=true numLayers=1 dropout=0 train=true bidirection=false \
     batchFirst=false output=T[t,b,h] hy=T[1,b,h] rOut=(T[t,b,h]) zOut=(T[t,b,h]) nOut=(T[t,b,h]) hnOut=(T[t,b,h]) hOut=(T[t,b,h])",
    "aclnnLSTM input=T[t,b,i] params=(T[4*h,i];T[4*h,h];T[4*h];T[4*h]) hx=(T[1,b,h];T[1,b,h]) hasBias=true numLayers=1 dropout=0 train=true \
     bidirectional=false batchFirst=false output=T[t,b,h] hy=T[1,b,h] cy=T[1,b,h] iOut=(T[t,b,h]) jOut=(T[t,b,h]) fOut=(T[t,b,h]) oOut=(T[t,b,h]) \
     hOut=(T[t,b,h]) cOut=(T[t,b,h]) tanhCOut=(T[t,b,h])",
];

/// Calls of operators with many arguments, written from the samples of the tests (`tests/operators/docs/calls.rs`): for each operator a line or two.
static SAMPLES: LazyLock<HashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let mut samples: HashMap<_, Vec<_>> = HashMap::new();
    for line in include_str!("calls.txt").lines() {
        let name = line.split(' ').next().unwrap_or_default();
        samples.entry(name).or_default().push(line);
    }
    samples
});

/// Gives the arguments of an operator that a table has a call of the values of that call.
pub fn apply(case: &mut Case, operator: &Operator, random: &mut Random) {
    let is_of = |call: &&&str| {
        let name = call.split(' ').next().unwrap_or_default();
        // `…V2` takes what the first version takes; `…Backward` and `…Grad` do not.
        let rest = operator.name.strip_prefix(name);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('V'))
    };
    let patterns: Vec<&str> = CALLS.iter().filter(is_of).copied().collect();
    let samples = SAMPLES.get(operator.name);
    let samples = samples.filter(|_| patterns.is_empty() || random.below(2) == 0);
    let calls = samples.unwrap_or(&patterns);
    if calls.is_empty() || random.below(8) == 0 {
        return;
    }
    let call = random.one_of(calls);
    let base = dtype::name(random.one_of(&[FLOAT, FLOAT16, FLOAT16, BFLOAT16]));
    let mut extents = HashMap::new();
    let mut named = Vec::new();
    for word in call.split_whitespace().skip(1) {
        let Some((name, value)) = word.split_once('=') else {
            continue;
        };
        let Some(at) = operator
            .parameters
            .iter()
            .position(|parameter| parameter.name == name)
        else {
            continue;
        };
        let value = match value.starts_with('"') || samples.is_some() {
            true => value.to_owned(),
            false => numbers(value, &base, &mut extents, random),
        };
        if let Some(argument) = text::read_argument(&value, operator.parameters[at].word) {
            case.arguments[at] = argument;
            named.push(at);
        }
    }
    for (at, parameter) in operator.parameters.iter().enumerate() {
        if parameter.optional && !named.contains(&at) {
            case.arguments[at] = Argument::Null;
        }
    }
}

/// A value with numbers in place of letters, sums and products.
fn numbers(
    value: &str,
    base: &str,
    extents: &mut HashMap<char, i64>,
    random: &mut Random,
) -> String {
    let mut result = String::new();
    let is_mark = |c: char| "[](),;:@/~".contains(c);
    for part in value.split_inclusive(is_mark) {
        let (word, mark) = part.split_at(part.len() - usize::from(part.ends_with(is_mark)));
        let is_letters = word.chars().any(|c| c.is_ascii_lowercase())
            && word.len() <= 4
            && !result.ends_with('~');
        match word {
            "T" => result.push_str(base),
            "true" | "false" => result.push_str(word),
            _ if is_letters => result.push_str(&sum(word, extents, random).to_string()),
            _ => result.push_str(word),
        }
        result.push_str(mark);
    }
    result
}

/// The value of a letter, of a product with a number, or of a sum with one.
fn sum(text: &str, extents: &mut HashMap<char, i64>, random: &mut Random) -> i64 {
    let mut term = |text: &str| match text.parse() {
        Ok(number) => number,
        Err(_) => *extents
            .entry(text.chars().next().unwrap_or('a'))
            .or_insert_with(|| templates::extent(random).min(8)),
    };
    if let Some((a, b)) = text.split_once('*') {
        return term(a) * term(b);
    }
    match text.split_once('+') {
        Some((a, b)) => term(a) + term(b),
        None => term(text),
    }
}
