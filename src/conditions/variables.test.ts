import { describe, expect, it } from 'vitest';
import { assigned } from './variables';

describe('a variable', () => {
  it('of a known library is a condition, another one an assignment', () => {
    expect(assigned('NCCL_ALGO', 'Ring')).toEqual({ kind: 'condition', key: 'NCCL_ALGO', value: 'Ring' });
    expect(assigned('FLAVOUR', 'fast')).toEqual({ kind: 'assignment', key: 'FLAVOUR', text: 'fast' });
  });

  it.each([
    ['NCCL_DEBUG', 'INFO'],
    ['UCX_LOG_LEVEL', 'warn'],
    ['I_MPI_HYDRA_BOOTSTRAP', 'ssh'],
    ['OMPI_MCA_btl_base_verbose', '1'],
  ])('%s changes nothing that is measured', (name, value) => expect(assigned(name, value)).toBeNull());

  it.each([
    ['SLURM_PROCID', '3'],
    ['ITER', '7'],
    ['_', 'x'],
    ['LD_PRELOAD', 'x'],
    ['RUN2', 'b'],
  ])('%s says nothing of the set-up', (name, value) => expect(assigned(name, value)).toBeNull());

  it.each([
    ['API_TOKEN', 'abc'],
    ['NCCL_TOPO_FILE', 'abc'],
  ])('%s is kept to itself', (name, value) => expect(assigned(name, value)).toBeNull());
});
