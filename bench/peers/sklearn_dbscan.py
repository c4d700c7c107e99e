"""DBSCAN of scikit-learn over the vectors we clustered: folder in, labels and seconds out (as JSON on one line)."""
import json
import sys
import time

import numpy
from scipy.sparse import csr_matrix
from sklearn.cluster import DBSCAN

folder, eps, min_samples, width = sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
starts = numpy.fromfile(f"{folder}/starts.bin", dtype=numpy.uint32).astype(numpy.int32)
ids = numpy.fromfile(f"{folder}/ids.bin", dtype=numpy.uint32).astype(numpy.int32)
weights = numpy.fromfile(f"{folder}/weights.bin", dtype=numpy.float64)
matrix = csr_matrix((weights, ids, starts), shape=(len(starts) - 1, width))
started = time.perf_counter()
labels = DBSCAN(eps=eps, min_samples=min_samples, metric="cosine", algorithm="brute").fit_predict(matrix)
print(json.dumps({"seconds": time.perf_counter() - started, "labels": labels.tolist()}))
