import { expect, it } from 'vitest';
import { isPicoMetadataPath, parsePicoMetadata } from './picoMetadata';
import { aboutFile } from './sidecar';

const TEXT = `timestamp,test_id,nnodes,tasks_per_node,collective_type,mpi_lib,mpi_lib_version,libbine_version,gpu_awareness,gpu_lib,gpu_lib_version,output_level,MPI_Op,notes
2026_01_02___03_04_05,0,2x2x2,1,ALLREDUCE,OMPI,4.1.6,1.0.0,no,null,null,summarized,MPI_SUM,null
2026_01_02___03_04_05,1,4,2,ALLREDUCE,OMPI,4.1.6,1.0.0,yes,CUDA,12.2,summarized,MPI_SUM,"rails=1, tuned"
`;

it('gives the conditions of a row to the files of its test', () => {
  const sidecar = parsePicoMetadata('results/made_metadata.csv', TEXT);
  const about = (path: string) =>
    Object.fromEntries(
      aboutFile(sidecar ? [sidecar] : [], path).conditions.map(({ key, value, origin }) => [
        key,
        `${value} (${origin})`,
      ]),
    );
  expect(about('results/made/x.tar.gz/2026_01_02___03_04_05/1/8_ring_ompi_int32.csv')).toEqual({
    system: 'made (sidecar)',
    collective: 'allreduce (sidecar)',
    nodes: '4 (sidecar)',
    ppn: '2 (sidecar)',
    ranks: '8 (sidecar)',
    MPI: 'Open MPI 4.1.6 (sidecar)',
    'GPU buffers': 'on (sidecar)',
    'GPU library': 'CUDA 12.2 (sidecar)',
    notes: 'rails=1, tuned (sidecar)',
  });
  expect(about('results/made/2026_01_02___03_04_05/0/8_ring_ompi_int32.csv')).toMatchObject({
    nodes: '8 (sidecar)',
    'node shape': '2x2x2 (sidecar)',
  });
  expect(about('results/made/2026_01_02___03_04_06/1/8_ring_ompi_int32.csv')).toEqual({});
  expect(about('elsewhere/2026_01_02___03_04_05/1/8_ring_ompi_int32.csv')).toEqual({});
});

it('is told from other files by name and content', () => {
  expect(isPicoMetadataPath('results/lumi_metadata.csv')).toBe(true);
  expect(isPicoMetadataPath('results/metadata.csv')).toBe(false);
  expect(parsePicoMetadata('a_metadata.csv', 'id,name\n1,x\n')).toBeNull();
  expect(parsePicoMetadata('a_metadata.csv', '')).toBeNull();
});

it('passes over rows that do not fit', () => {
  const sidecar = parsePicoMetadata('a_metadata.csv', `${TEXT}2026_01_02___03_04_05,7\n\n`);
  expect(sidecar?.folders?.size).toBe(2);
});
