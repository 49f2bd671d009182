#!/bin/sh
# Makes the measured samples anew on this machine (about 4 minutes): needs mpicc and mpirun of Open MPI 4.
# Usage: scripts/make-samples/measure.sh [transports] [algorithms] [traffic]        without a name: all three
# Afterwards: npx tsx scripts/make-samples/index.ts
set -eu

here=$(cd "$(dirname "$0")" && pwd)
samples=$here/../../sample-data
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mpicc -O2 -o "$work/bench" "$here/pingpong_collectives.c"

# run FILE RANKS TEST LARGEST MCA...: one run, its table in FILE
run() {
  file=$1 ranks=$2 test=$3 largest=$4
  shift 4
  mkdir -p "$(dirname "$file")"
  mpirun --oversubscribe --bind-to none "$@" -np "$ranks" "$work/bench" "$test" "$largest" >"$file" 2>"$work/errors" ||
    { cat "$work/errors" >&2; exit 1; }
}

# The two settings take turns within each repeat, so that a change of the machine's load falls on both.
transports() {
  out=$samples/transport-one-machine
  rm -rf "$out/shm" "$out/tcp"
  for repeat in 1 2 3 4 5; do
    for transport in shm tcp; do
      btl=vader
      test $transport = tcp && btl=tcp
      base=$out/$transport
      run "$base/latency_np2_r$repeat.out" 2 latency 1048576 --mca btl self,$btl
      run "$base/allreduce_np2_r$repeat.out" 2 allreduce 1048576 --mca btl self,$btl
      run "$base/alltoall_np2_r$repeat.out" 2 alltoall 65536 --mca btl self,$btl
      run "$base/barrier_np2_r$repeat.out" 2 barrier 0 --mca btl self,$btl
    done
  done
}

# Open MPI's numbers of the algorithms: 1 linear, 3 recursive doubling, for allreduce and for barrier.
algorithms() {
  out=$samples/collective-algorithms
  rm -rf "$out/linear" "$out/recursive-doubling"
  for repeat in 1 2 3 4 5; do
    for ranks in 2 3 4 6 8; do
      for algorithm in linear recursive-doubling; do
        number=1
        test $algorithm = recursive-doubling && number=3
        tuned="--mca btl self,vader --mca coll_tuned_use_dynamic_rules 1"
        run "$out/$algorithm/allreduce_np${ranks}_r$repeat.out" "$ranks" allreduce 262144 \
          $tuned --mca coll_tuned_allreduce_algorithm $number
        run "$out/$algorithm/barrier_np${ranks}_r$repeat.out" "$ranks" barrier 0 \
          $tuned --mca coll_tuned_barrier_algorithm $number
      done
    done
  done
}

# What 64 processes send each other: counts of messages and bytes, which no load of the machine changes.
traffic() {
  out=$samples/halo-traffic/halo3d-64
  rm -rf "$out"
  mkdir -p "$out"
  mpicc -O2 -o "$work/halo3d" "$here/halo3d.c" -lm
  mpirun --oversubscribe --bind-to none --mca btl self,vader --mca mpi_yield_when_idle 1 \
    --mca pml_monitoring_enable 2 --mca pml_monitoring_enable_output 3 --mca pml_monitoring_filename "$out/halo3d" \
    -np 64 "$work/halo3d" 100
}

for part in ${*:-transports algorithms traffic}; do "$part"; done
