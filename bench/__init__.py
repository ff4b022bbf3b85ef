"""Side-by-side measurements of Stowage and the upstream services, in one run on one machine.

``python -m bench.placement`` measures Placement; ``floors.toml`` holds the ratios to reach.
The starters of the servers are those of the tests.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))
