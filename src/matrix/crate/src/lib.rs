//! What is done with every cell of a large matrix, four at a time. The caller (`src/matrix/kernel.ts`) owns the memory
//! and lays it out; see there for the shapes.
//!
//! A cell is a finite value, NaN (missing) or +infinity (left apart).
#![no_std]

use core::arch::wasm32::*;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    core::arch::wasm32::unreachable()
}

const ROWS: usize = 4;

/// Sums of blocks, columns or rows. Without values: sum and count 0, min infinity, max -infinity.
#[repr(C)]
pub struct Sums {
    sum: *mut f64,
    min: *mut f32,
    max: *mut f32,
    count: *mut u32,
}

#[inline(always)]
fn least(v: v128) -> f32 {
    let v = f32x4_pmin(v, i32x4_shuffle::<2, 3, 0, 1>(v, v));
    f32x4_extract_lane::<0>(f32x4_pmin(v, i32x4_shuffle::<1, 0, 3, 2>(v, v)))
}

#[inline(always)]
fn most(v: v128) -> f32 {
    let v = f32x4_pmax(v, i32x4_shuffle::<2, 3, 0, 1>(v, v));
    f32x4_extract_lane::<0>(f32x4_pmax(v, i32x4_shuffle::<1, 0, 3, 2>(v, v)))
}

#[inline(always)]
fn sum(v: v128) -> f64 {
    f64x2_extract_lane::<0>(v) + f64x2_extract_lane::<1>(v)
}

#[inline(always)]
fn count(v: v128) -> u32 {
    let v = i32x4_add(v, i32x4_shuffle::<2, 3, 0, 1>(v, v));
    u32x4_extract_lane::<0>(i32x4_add(v, i32x4_shuffle::<1, 0, 3, 2>(v, v)))
}

/// How a row of blocks is kept: without values max and min are NaN, and mean is infinity where a cell is left apart.
#[repr(C)]
pub struct Kept {
    min: *mut f32,
    max: *mut f32,
    mean: *mut f32,
}

/// Puts four rows of 4 × `width` cells, one after the other, into `width` blocks, sums up their rows, and adds their columns
/// to those of `columns`.
/// `apart[b]` is 1 where a block has a cell left apart; `kept` gets the blocks as they are kept, `pairs` and
/// `pairs_apart` each two blocks side by side. Returns how many cells are left apart.
///
/// # Safety
/// All pointers are to memory of the caller of these lengths, aligned to their types.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gather(
    cells: *const f32,
    width: usize,
    blocks: &Sums,
    apart: *mut u8,
    columns: &Sums,
    rows: &Sums,
    kept: &Kept,
    pairs: &Sums,
    pairs_apart: *mut u8,
) -> u32 {
    let infinite = f32x4_splat(f32::INFINITY);
    let below = f32x4_splat(f32::NEG_INFINITY);
    let zero = i32x4_splat(0);
    let mut row_min = [infinite; ROWS];
    let mut row_max = [below; ROWS];
    let mut row_sum = [zero; ROWS];
    let mut row_count = [zero; ROWS];
    let mut all_apart = zero;
    for b in 0..width {
        let mut min = infinite;
        let mut max = below;
        let mut sum_low = zero;
        let mut sum_high = zero;
        let mut counts = zero;
        let mut aparts = zero;
        for r in 0..ROWS {
            let v = unsafe { v128_load(cells.add((r * width + b) * 4).cast()) };
            let there = f32x4_lt(f32x4_abs(v), infinite);
            let low = v128_bitselect(v, infinite, there);
            let high = v128_bitselect(v, below, there);
            let value = v128_and(v, there);
            let first = f64x2_promote_low_f32x4(value);
            let second = f64x2_promote_low_f32x4(i32x4_shuffle::<2, 3, 2, 3>(value, value));
            min = f32x4_pmin(min, low);
            max = f32x4_pmax(max, high);
            sum_low = f64x2_add(sum_low, first);
            sum_high = f64x2_add(sum_high, second);
            counts = i32x4_sub(counts, there);
            aparts = i32x4_sub(aparts, f32x4_eq(v, infinite));
            row_min[r] = f32x4_pmin(row_min[r], low);
            row_max[r] = f32x4_pmax(row_max[r], high);
            row_sum[r] = f64x2_add(row_sum[r], f64x2_add(first, second));
            row_count[r] = i32x4_sub(row_count[r], there);
        }
        all_apart = i32x4_add(all_apart, aparts);
        unsafe {
            let at: *mut v128 = columns.min.add(b * 4).cast();
            v128_store(at, f32x4_pmin(v128_load(at), min));
            let at: *mut v128 = columns.max.add(b * 4).cast();
            v128_store(at, f32x4_pmax(v128_load(at), max));
            let at: *mut v128 = columns.sum.add(b * 4).cast();
            v128_store(at, f64x2_add(v128_load(at), sum_low));
            v128_store(at.add(1), f64x2_add(v128_load(at.add(1)), sum_high));
            let at: *mut v128 = columns.count.add(b * 4).cast();
            v128_store(at, i32x4_add(v128_load(at), counts));
            *blocks.min.add(b) = least(min);
            *blocks.max.add(b) = most(max);
            *blocks.sum.add(b) = sum(f64x2_add(sum_low, sum_high));
            *blocks.count.add(b) = count(counts);
            *apart.add(b) = u8::from(v128_any_true(aparts));
        }
    }
    for b in 0..width {
        unsafe {
            let count = *blocks.count.add(b);
            let some = count > 0;
            let none = if *apart.add(b) == 1 { f32::INFINITY } else { f32::NAN };
            *kept.min.add(b) = if some { *blocks.min.add(b) } else { f32::NAN };
            *kept.max.add(b) = if some { *blocks.max.add(b) } else { f32::NAN };
            let mean = (*blocks.sum.add(b) / f64::from(count)) as f32;
            *kept.mean.add(b) = if some { mean } else { none };
        }
    }
    for p in 0..width.div_ceil(2) {
        unsafe {
            let (a, b) = (2 * p, if 2 * p + 1 < width { 2 * p + 1 } else { 2 * p });
            let (low, other) = (*blocks.min.add(a), *blocks.min.add(b));
            *pairs.min.add(p) = if other < low { other } else { low };
            let (high, other) = (*blocks.max.add(a), *blocks.max.add(b));
            *pairs.max.add(p) = if other > high { other } else { high };
            let second = u32::from(b > a);
            *pairs.sum.add(p) = *blocks.sum.add(a) + *blocks.sum.add(b) * f64::from(second);
            *pairs.count.add(p) = *blocks.count.add(a) + *blocks.count.add(b) * second;
            *pairs_apart.add(p) = *apart.add(a) | *apart.add(b);
        }
    }
    for r in 0..ROWS {
        unsafe {
            *rows.min.add(r) = least(row_min[r]);
            *rows.max.add(r) = most(row_max[r]);
            *rows.sum.add(r) = sum(row_sum[r]);
            *rows.count.add(r) = count(row_count[r]);
        }
    }
    count(all_apart)
}

/// Whether one of 4 × `vectors` cells is infinite.
///
/// # Safety
/// `cells` has this length and is aligned to its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn infinite(cells: *const f32, vectors: usize) -> bool {
    let infinite = f32x4_splat(f32::INFINITY);
    let mut any = i32x4_splat(0);
    for i in 0..vectors {
        let v = unsafe { v128_load(cells.add(i * 4).cast()) };
        any = v128_or(any, f32x4_eq(f32x4_abs(v), infinite));
    }
    v128_any_true(any)
}

/// Of 4 × `vectors` cells: `counts[0]` = values, `counts[1]` = those under `low`; those from `low` to `high` go to `out`,
/// where there is room for all. Returns how many went there. `positive` = 1: only values above 0 count.
///
/// # Safety
/// All pointers are to memory of the caller of these lengths, aligned to their types.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn between(
    cells: *const f32,
    vectors: usize,
    positive: u32,
    low: f32,
    high: f32,
    out: *mut f32,
    counts: *mut u32,
) -> usize {
    let infinite = f32x4_splat(f32::INFINITY);
    let least = f32x4_splat(if positive == 1 { 0.0 } else { f32::NEG_INFINITY });
    let (low, high) = (f32x4_splat(low), f32x4_splat(high));
    let mut values = i32x4_splat(0);
    let mut under = i32x4_splat(0);
    let mut found = 0;
    for i in 0..vectors {
        let v = unsafe { v128_load(cells.add(i * 4).cast()) };
        let there = v128_and(f32x4_gt(v, least), f32x4_lt(v, infinite));
        values = i32x4_sub(values, there);
        under = i32x4_sub(under, v128_and(there, f32x4_lt(v, low)));
        let inside = v128_and(there, v128_and(f32x4_ge(v, low), f32x4_le(v, high)));
        if v128_any_true(inside) {
            let lanes = i32x4_bitmask(inside);
            for lane in 0..4 {
                if lanes & (1 << lane) != 0 {
                    unsafe { *out.add(found) = *cells.add(i * 4 + lane) };
                    found += 1;
                }
            }
        }
    }
    unsafe {
        *counts = count(values);
        *counts.add(1) = count(under);
    }
    found
}
